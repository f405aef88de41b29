#pragma once
// How text and identifiers become the words that are searched: split, lower-cased, stemmed.

#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// The raw words of a text: runs of letters, digits, `_`, `$` and bytes beyond ASCII. Views into `text`.
std::vector<std::string_view> rawWords(std::string_view text);

/// The search words of one raw word: its parts at `_`, `$`, humps and digit borders, lower-cased and stemmed,
/// and the whole in lower case where it has two parts or more. Stop words and single letters are left out;
/// words of other scripts give pairs of characters.
void appendWords(std::string_view raw, std::vector<std::string> &words);
std::vector<std::string> wordsOf(std::string_view text);

/// `parser` and `parsed` give `pars`; at least three letters stay.
std::string stemmed(std::string word);
/// Function words of English, words of every task (fix, bug, test) and keywords of the languages.
bool isStopWord(std::string_view word);

} // namespace vouchsafe
