#include "ui/models/row_tree.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace vouchsafe;

namespace {

TreeRow row(const QString &key, const QString &words, std::vector<TreeRow> children = {})
{
    TreeRow made;
    made.key = key;
    made.cells = {words, QStringLiteral("1")};
    made.children = std::move(children);
    return made;
}

TreeRow row(const char *key, std::vector<TreeRow> children = {})
{
    return row(QLatin1String(key), QLatin1String(key), std::move(children));
}

} // namespace

class RowTreeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_model = std::make_unique<RowTree>(std::vector<TreeColumn>{{QStringLiteral("Words"), false, true},
                                                                    {QStringLiteral("Number"), true}});
        m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get());
    }
    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
    }

    void anAppendedRowMovesNothing()
    {
        m_model->setRows({row("a"), row("b", {row("c")})});
        const QPersistentModelIndex kept = m_model->index(0, 0, m_model->index(1, 0));
        QSignalSpy reset(m_model.get(), &QAbstractItemModel::modelReset);
        QSignalSpy removed(m_model.get(), &QAbstractItemModel::rowsRemoved);
        QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
        m_model->setRows({row("a"), row("b", {row("c"), row("d")}), row("e")});
        QCOMPARE(m_model->rowCount(), 3);
        QCOMPARE(m_model->rowCount(m_model->index(1, 0)), 2);
        QVERIFY(kept.isValid());
        QCOMPARE(kept.data().toString(), QStringLiteral("c"));
        QCOMPARE(reset.size() + removed.size() + changed.size(), 0);
    }

    void anotherValueIsTold()
    {
        m_model->setRows({row("a"), row("b")});
        QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
        m_model->setRows({row("a"), row(QStringLiteral("b"), QStringLiteral("new words"))});
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed[0][0].toModelIndex().row(), 1);
        QCOMPARE(m_model->index(1, 0).data().toString(), QStringLiteral("new words"));
    }

    void rowsBetweenOthersComeAndGo()
    {
        m_model->setRows({row("a"), row("x"), row("z")});
        const QPersistentModelIndex first = m_model->index(0, 0);
        const QPersistentModelIndex last = m_model->index(2, 0);
        const QPersistentModelIndex gone = m_model->index(1, 0);
        m_model->setRows({row("a"), row("b"), row("c"), row("z")});
        QCOMPARE(first.row(), 0);
        QCOMPARE(last.row(), 3);
        QVERIFY(!gone.isValid());
        m_model->setRows({row("z")});
        QCOMPARE(last.row(), 0);
        m_model->setRows({});
        QCOMPARE(m_model->rowCount(), 0);
    }

    void rowsThatChangePlacesAreThereAfterwards()
    {
        m_model->setRows({row("a"), row("b"), row("c"), row("d")});
        const QPersistentModelIndex first = m_model->index(0, 0);
        m_model->setRows({row("a"), row("c"), row("x"), row("b")});
        QCOMPARE(first.row(), 0);
        QStringList words;
        for (int i = 0; i < m_model->rowCount(); ++i)
            words << m_model->index(i, 0).data().toString();
        QCOMPARE(words.join(QString()), QStringLiteral("acxb"));
    }

    void aKeyTwiceBreaksNothing()
    {
        m_model->setRows({row("a")});
        m_model->setRows({row("a"), row("a"), row("b"), row("a")});
        QCOMPARE(m_model->rowCount(), 4);
        m_model->setRows({row("b"), row("a")});
        QCOMPARE(m_model->rowCount(), 2);
    }

    void manyRowsGoFromBetweenOthers()
    {
        m_model->setRows({row("a"), row("b"), row("c"), row("d"), row("e")});
        const QPersistentModelIndex kept = m_model->index(3, 0);
        m_model->setRows({row("x"), row("b"), row("d")});
        QCOMPARE(kept.row(), 2);
        QCOMPARE(m_model->rowCount(), 3);
    }

    void rowsAreFoundByTheirKeys()
    {
        m_model->setRows({row("a"), row("b", {row("c")})});
        QCOMPARE(m_model->find(QStringLiteral("b")).row(), 1);
        QVERIFY(m_model->find(QStringLiteral("c"), m_model->index(1, 0)).isValid());
        QVERIFY(!m_model->find(QStringLiteral("c")).isValid());
    }

    void aMarkStandsBeforeTheWordsAndIsNotSpoken()
    {
        TreeRow bad = row("a");
        bad.mark = Mark::Bad;
        bad.tip = QStringLiteral("<img src=http://x>");
        m_model->setRows({bad});
        const QModelIndex index = m_model->index(0, 0);
        QCOMPARE(index.data().toString(), QStringLiteral("✗ a"));
        QCOMPARE(index.data(Qt::AccessibleTextRole).toString(), QStringLiteral("a"));
        QVERIFY(!index.data(Qt::ToolTipRole).toString().contains(QLatin1String("<img")));
        QCOMPARE(m_model->index(0, 1).data().toString(), QStringLiteral("1"));
    }

    void aCellIsChangedAlone()
    {
        m_model->setRows({row("a")});
        QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
        m_model->setCell(m_model->index(0, 1), QStringLiteral("2"));
        m_model->setCell(m_model->index(0, 1), QStringLiteral("2"));
        m_model->setCell({}, QStringLiteral("3"));
        QCOMPARE(changed.size(), 1);
        QCOMPARE(m_model->index(0, 1).data().toString(), QStringLiteral("2"));
    }

private:
    std::unique_ptr<RowTree> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

QTEST_MAIN(RowTreeTest)
#include "row_tree_test.moc"
