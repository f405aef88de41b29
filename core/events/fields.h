#pragma once
// One list of fields per type serves both writing to and reading from JSON.
//
// A type takes part by `template <class V> void fields(V &visit, T &value)` that calls
// `visit("key", value.member)` per field, and an enumeration by `enumNames(T)` in its order. Reading is
// lenient about absent keys (the default stays, so older journals load) and strict about wrong types.

#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <QByteArray>

#include <chrono>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace vouchsafe::fieldwise {

using nlohmann::json;

template <typename T>
json write(const T &value);
template <typename T>
bool read(const json &from, T &value);

class Writer {
public:
    template <typename T>
    void operator()(const char *key, T &value)
    {
        m_json[key] = write(value);
    }
    json take() { return std::move(m_json); }

private:
    json m_json = json::object();
};

class Reader {
public:
    explicit Reader(const json &from) : m_json(from), m_good(from.is_object()) {}
    template <typename T>
    void operator()(const char *key, T &value)
    {
        if (!m_good)
            return;
        const auto it = m_json.find(key);
        if (it != m_json.end() && !read(*it, value)) {
            m_good = false;
            m_fault = key;
        }
    }
    bool good() const { return m_good; }
    const std::string &fault() const { return m_fault; }

private:
    const json &m_json;
    bool m_good;
    std::string m_fault;
};

template <typename T>
struct Form; // how one kind of value is written and read

template <typename T>
concept Enumeration = std::is_enum_v<T>;
template <typename T>
concept Number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

template <>
struct Form<bool> {
    static json write(bool value) { return value; }
    static bool read(const json &from, bool &value)
    {
        if (!from.is_boolean())
            return false;
        value = from.get<bool>();
        return true;
    }
};

template <Number T>
struct Form<T> {
    static json write(T value) { return value; }
    static bool read(const json &from, T &value)
    {
        if (std::is_floating_point_v<T> ? !from.is_number() : !from.is_number_integer())
            return false;
        value = from.get<T>();
        return true;
    }
};

template <>
struct Form<std::string> {
    static json write(const std::string &value)
    {
        if (isUtf8(value))
            return value;
        return {{"base64", QByteArray::fromStdString(value).toBase64().toStdString()}};
    }
    static bool read(const json &from, std::string &value)
    {
        if (from.is_string()) {
            value = from.get<std::string>();
            return true;
        }
        const auto it = from.is_object() ? from.find("base64") : from.end();
        if (!from.is_object() || it == from.end() || !it->is_string())
            return false;
        value = QByteArray::fromBase64(QByteArray::fromStdString(it->get<std::string>())).toStdString();
        return true;
    }
};

template <Enumeration T>
struct Form<T> {
    static json write(T value) { return std::string(enumNames(T{})[static_cast<std::size_t>(value)]); }
    static bool read(const json &from, T &value)
    {
        if (!from.is_string())
            return false;
        const std::string &name = from.get_ref<const std::string &>();
        const std::span<const std::string_view> names = enumNames(T{});
        for (std::size_t i = 0; i < names.size(); ++i)
            if (names[i] == name) {
                value = static_cast<T>(i);
                return true;
            }
        return false;
    }
};

template <typename R, typename P>
struct Form<std::chrono::duration<R, P>> {
    using T = std::chrono::duration<R, P>;
    static json write(T value) { return value.count(); }
    static bool read(const json &from, T &value)
    {
        if (!from.is_number_integer())
            return false;
        value = T(from.get<R>());
        return true;
    }
};

template <typename T>
struct Form<std::optional<T>> {
    static json write(const std::optional<T> &value)
    {
        return value ? fieldwise::write(*value) : json(nullptr);
    }
    static bool read(const json &from, std::optional<T> &value)
    {
        value.reset();
        if (from.is_null())
            return true;
        T inner{};
        if (!fieldwise::read(from, inner))
            return false;
        value = std::move(inner);
        return true;
    }
};

template <typename T>
struct Form<std::vector<T>> {
    static json write(const std::vector<T> &values)
    {
        json array = json::array();
        for (const T &value : values)
            array.push_back(fieldwise::write(value));
        return array;
    }
    static bool read(const json &from, std::vector<T> &values)
    {
        if (!from.is_array())
            return false;
        values.clear();
        for (const json &item : from) {
            T value{};
            if (!fieldwise::read(item, value))
                return false;
            values.push_back(std::move(value));
        }
        return true;
    }
};

template <typename T>
struct Form<std::map<std::string, T>> {
    static json write(const std::map<std::string, T> &values)
    {
        json object = json::object();
        for (const auto &[key, value] : values)
            object[key] = fieldwise::write(value);
        return object;
    }
    static bool read(const json &from, std::map<std::string, T> &values)
    {
        if (!from.is_object())
            return false;
        values.clear();
        for (const auto &[key, item] : from.items())
            if (!fieldwise::read(item, values[key]))
                return false;
        return true;
    }
};

template <typename T>
struct Form {
    static json write(const T &value)
    {
        Writer writer;
        // The visitor only reads; one list of fields serves both ways, so it takes a mutable reference.
        fields(writer, const_cast<T &>(value));
        return writer.take();
    }
    static bool read(const json &from, T &value)
    {
        Reader reader(from);
        fields(reader, value);
        return reader.good();
    }
};

template <typename T>
json write(const T &value)
{
    return Form<T>::write(value);
}
template <typename T>
bool read(const json &from, T &value)
{
    return Form<T>::read(from, value);
}

} // namespace vouchsafe::fieldwise
