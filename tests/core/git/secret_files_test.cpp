// What must never be copied or shown, and what only looks like it.

#include "core/git/secret_files.h"

#include <QtTest>

using namespace vouchsafe;

class SecretFilesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void judgesByName_data()
    {
        QTest::addColumn<bool>("secret");
        for (const char *name :
             {".env", "a/.env", ".env.local", ".ENV", "id_rsa", "keys/id_ed25519", ".netrc", ".pypirc",
              "x.p12", "config/master.key", ".ssh/config", "home/.aws/credentials", ".docker/config.json",
              ".cargo/credentials.toml", ".git-credentials"})
            QTest::newRow(name) << true;
        for (const char *name : {".env.example", ".env.sample", "env", "src/env.py", "id_rsa.pub", "keys.c",
                                 "docker/config.json", "aws/credentials.py", ".npmrc", "server.pem", "a.key",
                                 "environment.env.md"})
            QTest::newRow(name) << false;
    }

    void judgesByName()
    {
        QFETCH(bool, secret);
        QCOMPARE(!secretByName(QTest::currentDataTag()).empty(), secret);
    }

    void judgesByContent_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<bool>("secret");
        const QByteArray begin = "-----BEGIN ";
        QTest::newRow("key of any name")
            << QByteArray("deploy") << begin + "OPENSSH PRIVATE KEY-----\nb3" << true;
        QTest::newRow("pem with a chain") << QByteArray("s.pem") << begin + "CERTIFICATE-----\nx\n" << false;
        QTest::newRow("pem with a key") << QByteArray("s.pem") << "text\n" + begin + "RSA PRIVATE KEY-----\n"
                                        << true;
        QTest::newRow("code that holds one")
            << QByteArray("t.py") << "import x\nKEY = '''" + begin + "PRIVATE KEY-----'''\n"
            << false;
        QTest::newRow("npm token") << QByteArray(".npmrc") << QByteArray("//r/:_authToken=abc\n") << true;
        QTest::newRow("npm placeholder")
            << QByteArray(".npmrc") << QByteArray("//r/:_authToken=${NPM_TOKEN}\n") << false;
        QTest::newRow("npm settings") << QByteArray(".npmrc") << QByteArray("engine-strict=true\n") << false;
        QTest::newRow("service account")
            << QByteArray("sa.json") << "{\"private_key\": \"" + begin + "PRIVATE KEY-----\\n\"}" << true;
        QTest::newRow("empty") << QByteArray("a.pem") << QByteArray() << false;
    }

    void judgesByContent()
    {
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, head);
        QFETCH(bool, secret);
        QCOMPARE(!secretByContent(path.toStdString(), head.toStdString()).empty(), secret);
    }
};

QTEST_GUILESS_MAIN(SecretFilesTest)
#include "secret_files_test.moc"
