<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en_US">
<context>
    <name>CheckWords</name>
    <message numerus="yes">
        <source>%n passed</source>
        <translation>
            <numerusform>%n passed</numerusform>
            <numerusform>%n passed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n failed</numerusform>
            <numerusform>%n failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other</source>
        <translation>
            <numerusform>%n other</numerusform>
            <numerusform>%n other</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Figures</name>
    <message numerus="yes">
        <source>%n min ago</source>
        <translation>
            <numerusform>%n min ago</numerusform>
            <numerusform>%n min ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n h ago</source>
        <translation>
            <numerusform>%n h ago</numerusform>
            <numerusform>%n h ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) ago</source>
        <translation>
            <numerusform>%n day ago</numerusform>
            <numerusform>%n days ago</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LiveText</name>
    <message numerus="yes">
        <source>%n attempt(s)</source>
        <translation>
            <numerusform>%n attempt</numerusform>
            <numerusform>%n attempts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message numerus="yes">
        <source>%n test(s) fail(s)</source>
        <translation>
            <numerusform>%n test fails</numerusform>
            <numerusform>%n tests fail</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>VerdictText</name>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) added</source>
        <translation>
            <numerusform>%n line added</numerusform>
            <numerusform>%n lines added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n removed</source>
        <translation>
            <numerusform>%n removed</numerusform>
            <numerusform>%n removed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more note(s)</source>
        <translation>
            <numerusform>and %n more note</numerusform>
            <numerusform>and %n more notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n test(s)</source>
        <translation>
            <numerusform>%n test</numerusform>
            <numerusform>%n tests</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n fixed</source>
        <translation>
            <numerusform>%n fixed</numerusform>
            <numerusform>%n fixed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n broken</source>
        <translation>
            <numerusform>%n broken</numerusform>
            <numerusform>%n broken</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n still failing</source>
        <translation>
            <numerusform>%n still failing</numerusform>
            <numerusform>%n still failing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>%n new</numerusform>
            <numerusform>%n new</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n vanished</source>
        <translation>
            <numerusform>%n vanished</numerusform>
            <numerusform>%n vanished</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n newly skipped</source>
        <translation>
            <numerusform>%n newly skipped</numerusform>
            <numerusform>%n newly skipped</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n attempt(s) used</source>
        <translation>
            <numerusform>%1 of %n attempt used</numerusform>
            <numerusform>%1 of %n attempts used</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>vouchsafe::ApplyDialog</name>
    <message numerus="yes">
        <source>%n file(s) of this patch were changed in the working tree since the run started. Such a patch is not written.</source>
        <translation>
            <numerusform>%n file of this patch was changed in the working tree since the run started. Such a patch is not written.</numerusform>
            <numerusform>%n files of this patch were changed in the working tree since the run started. Such a patch is not written.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) will be written:</source>
        <translation>
            <numerusform>%n file will be written:</numerusform>
            <numerusform>%n files will be written:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>vouchsafe::ContextModel</name>
    <message numerus="yes">
        <source>%1, %2, score %3, %n token(s), %4</source>
        <translation>
            <numerusform>%1, %2, score %3, %n token, %4</numerusform>
            <numerusform>%1, %2, score %3, %n tokens, %4</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n place(s) left out</source>
        <translation>
            <numerusform>%n place left out</numerusform>
            <numerusform>%n places left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n slice(s)</source>
        <translation>
            <numerusform>%n slice</numerusform>
            <numerusform>%n slices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n left out</source>
        <translation>
            <numerusform>%n left out</numerusform>
            <numerusform>%n left out</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>vouchsafe::DiffNotices</name>
    <message numerus="yes">
        <source>%n line(s) are too long to be shown whole. All of their bytes belong to the patch.</source>
        <translation>
            <numerusform>%n line is too long to be shown whole. All of its bytes belong to the patch.</numerusform>
            <numerusform>%n lines are too long to be shown whole. All of their bytes belong to the patch.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the changes is of whitespace, line ends or Unicode forms only.</source>
        <translation>
            <numerusform>%n of the changes is of whitespace, line ends or Unicode forms only.</numerusform>
            <numerusform>%n of the changes are of whitespace, line ends or Unicode forms only.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>File %1, %n line(s) changed, %2 added, %3 removed, %4 changes in all</source>
        <translation>
            <numerusform>File %1, %n line changed, %2 added, %3 removed, %4 changes in all</numerusform>
            <numerusform>File %1, %n lines changed, %2 added, %3 removed, %4 changes in all</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>File %1, %n line(s) changed, %2 added, %3 removed, change %4 of %5</source>
        <translation>
            <numerusform>File %1, %n line changed, %2 added, %3 removed, change %4 of %5</numerusform>
            <numerusform>File %1, %n lines changed, %2 added, %3 removed, change %4 of %5</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>vouchsafe::EditBanner</name>
    <message numerus="yes">
        <source>Not verified: %n file(s) of this patch are edited, and no test has seen them.</source>
        <translation>
            <numerusform>Not verified: %n file of this patch is edited, and no test has seen it.</numerusform>
            <numerusform>Not verified: %n files of this patch are edited, and no test has seen them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>vouchsafe::FileFacts</name>
    <message numerus="yes">
        <source>U+%1 (%n time(s))</source>
        <translation>
            <numerusform>U+%1 (%n time)</numerusform>
            <numerusform>U+%1 (%n times)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other(s)</source>
        <translation>
            <numerusform>%n other</numerusform>
            <numerusform>%n others</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n control character(s)</source>
        <translation>
            <numerusform>%n control character</numerusform>
            <numerusform>%n control characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s) that are not UTF-8</source>
        <translation>
            <numerusform>%n byte that is not UTF-8</numerusform>
            <numerusform>%n bytes that are not UTF-8</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>vouchsafe::FindBar</name>
    <message numerus="yes">
        <source>The first %n matches are marked</source>
        <translation>
            <numerusform>The first %n match is marked</numerusform>
            <numerusform>The first %n matches are marked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n match(es)</source>
        <translation>
            <numerusform>%1 of %n match</numerusform>
            <numerusform>%1 of %n matches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n match</numerusform>
            <numerusform>%n matches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>vouchsafe::MachineReport</name>
    <message numerus="yes">
        <source>%n topic(s) of this machine have a remedy.</source>
        <translation>
            <numerusform>%n topic of this machine has a remedy.</numerusform>
            <numerusform>%n topics of this machine have a remedy.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>vouchsafe::MainWindow</name>
    <message numerus="yes">
        <source>%n file(s) are as they were before.</source>
        <translation>
            <numerusform>%n file is as it was before.</numerusform>
            <numerusform>%n files are as they were before.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were written. This can be undone.</source>
        <translation>
            <numerusform>%n file was written. This can be undone.</numerusform>
            <numerusform>%n files were written. This can be undone.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>vouchsafe::NoticeStrip</name>
    <message numerus="yes">
        <source>Show %n more</source>
        <translation>
            <numerusform>Show %n more</numerusform>
            <numerusform>Show %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>vouchsafe::NoticesModel</name>
    <message numerus="yes">
        <source>%n ignored path(s)</source>
        <translation>
            <numerusform>%n ignored path</numerusform>
            <numerusform>%n ignored paths</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n ignored path(s) not copied into the sandbox</source>
        <translation>
            <numerusform>%n ignored path not copied into the sandbox</numerusform>
            <numerusform>%n ignored paths not copied into the sandbox</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>vouchsafe::OutputView</name>
    <message numerus="yes">
        <source>%n new line(s) ↓</source>
        <translation>
            <numerusform>%n new line ↓</numerusform>
            <numerusform>%n new lines ↓</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>vouchsafe::PatchFilesModel</name>
    <message numerus="yes">
        <source>%n hunk(s) repaired</source>
        <translation>
            <numerusform>%n hunk repaired</numerusform>
            <numerusform>%n hunks repaired</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>vouchsafe::TaskPanel</name>
    <message numerus="yes">
        <source>at most %n attempt(s)</source>
        <translation>
            <numerusform>at most %n attempt</numerusform>
            <numerusform>at most %n attempts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n second(s) for each check</source>
        <translation>
            <numerusform>%n second for each check</numerusform>
            <numerusform>%n seconds for each check</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>vouchsafe::TestsPanel</name>
    <message numerus="yes">
        <source>%n test(s)</source>
        <translation>
            <numerusform>%n test</numerusform>
            <numerusform>%n tests</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failing</source>
        <translation>
            <numerusform>%n failing</numerusform>
            <numerusform>%n failing</numerusform>
        </translation>
    </message>
</context>
</TS>
