#include "core/llm/secret_scan.h"

#include <QtTest>

using namespace vouchsafe;

// The samples are put together at run time, so that no scanner takes this file for a leak.
namespace {

std::string letters(std::size_t count)
{
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text += "aB3dE6gH9"[i % 9];
    return text;
}

} // namespace

class SecretScanTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsKeysByTheirShape_data()
    {
        QTest::addColumn<QByteArray>("secret");
        QTest::addColumn<QByteArray>("kind");
        const auto row = [](const std::string &prefix, const std::string &rest, const char *kind) {
            QTest::newRow(prefix.c_str()) << QByteArray::fromStdString(prefix + rest) << QByteArray(kind);
        };
        row("AKIA", "ABCDEFGH12345678", "AWS access key");
        row("ghp_", letters(36), "GitHub token");
        row("github_pat_", letters(60), "GitHub token");
        row("glpat-", letters(20), "GitLab token");
        row("sk-ant-", "api03-" + letters(40), "Anthropic key");
        row("sk-proj-", letters(40), "OpenAI key");
        row("sk-", letters(48), "OpenAI key");
        row("sk_live_", letters(24), "Stripe key");
        row("xoxb-", "123-456-" + letters(24), "Slack token");
        row("AIza", letters(35), "Google API key");
        row("npm_", letters(36), "npm token");
        row("pypi-AgE", letters(60), "PyPI token");
        row("hf_", letters(34), "Hugging Face token");
        row("AccountKey=", letters(86) + "==", "Azure storage key");
        row("eyJ", letters(30) + "." + letters(40) + "." + letters(43), "signed web token");
        row("bot", "123456789:" + letters(35), "Telegram bot token");
        row("-----BEGIN RSA ", "PRIVATE KEY-----\n" + letters(64) + "\n-----END RSA PRIVATE KEY-----",
            "private key");
        row("-----BEGIN ", "PRIVATE KEY-----\ncut off", "private key");
    }
    void findsKeysByTheirShape()
    {
        QFETCH(const QByteArray, secret);
        QFETCH(const QByteArray, kind);
        const Redacted redacted = redactSecrets("first\nkey = \"" + secret.toStdString() + "\"\n");
        QCOMPARE(redacted.findings.size(), std::size_t{1});
        QCOMPARE(QByteArray::fromStdString(redacted.findings[0].kind), kind);
        QCOMPARE(redacted.findings[0].line, 2);
        QVERIFY(redacted.text.starts_with("first\nkey = \"[redacted " + kind.toStdString() + "]"));
        QVERIFY(redacted.text.find(secret.toStdString()) == std::string::npos);
    }
    void replacesOnlyThePasswordOfAnAddress()
    {
        QCOMPARE(redactSecrets("db = 'postgres://app:s3cr3tpw@db.local/x'").text,
                 std::string("db = 'postgres://app:[redacted password in an address]@db.local/x'"));
    }
    void leavesOrdinaryCodeAlone_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char *text :
             {"task-force = risk-based-approach-to-everything-in-here",
              "url = f'postgres://{user}:{password}@{host}/x'", "http://localhost:8080/a@b",
              "def sk_test(): pass", "AKIA", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
              "mask-1234", "eyJhbGciOi", "https://example.org/x:y@z", "robot123456789", "sk-learn",
              "npm_config_registry", "@pytest.mark.parametrize('a, b', [(1, 2)])", "hf_hub_download"})
            QTest::newRow(text) << QByteArray(text);
    }
    void leavesOrdinaryCodeAlone()
    {
        QFETCH(const QByteArray, text);
        const Redacted redacted = redactSecrets(text.toStdString());
        QCOMPARE(QByteArray::fromStdString(redacted.text), text);
        QVERIFY(redacted.findings.empty());
    }
    void takesBytesAsTheyCome()
    {
        const std::string bytes("\xff\x00://\xfe:@", 8);
        QCOMPARE(redactSecrets(bytes).text, bytes);
        QCOMPARE(redactSecrets("").text, std::string());
    }
};

QTEST_GUILESS_MAIN(SecretScanTest)
#include "secret_scan_test.moc"
