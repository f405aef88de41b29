// On a small repository the code that matters comes first, with the reason, inside the budget.

#include "core/index/graph_retriever.h"
#include "tests/support/fake_tree.h"

#include <QTest>

#include <algorithm>
#include <string>

using namespace vouchsafe;

namespace {

/// A shop with prices, an inventory, a parser of orders and tests.
std::shared_ptr<const BaseTree> shop()
{
    auto tree = std::make_shared<test::FakeTree>();
    tree->add("shop/__init__.py", "");
    tree->add("shop/prices.py", "\"\"\"Prices and discounts.\"\"\"\n"
                                "RATES = {\"vip\": 0.2}\n\n\n"
                                "def discount(customer, amount):\n"
                                "    \"\"\"The reduction for a customer's group.\"\"\"\n"
                                "    return amount * RATES[customer.group]\n\n\n"
                                "def total_price(order, customer):\n"
                                "    amount = sum(item.cost for item in order.items)\n"
                                "    return amount - discount(customer, amount)\n");
    tree->add("shop/stock.py", "class Inventory:\n"
                               "    def __init__(self):\n"
                               "        self.counts = {}\n\n"
                               "    def reserve(self, name, count):\n"
                               "        # Take goods from the shelf.\n"
                               "        left = self.counts[name] - count\n"
                               "        self.counts[name] = left\n"
                               "        return left\n\n"
                               "    def restock(self, name, count):\n"
                               "        self.counts[name] = self.counts.get(name, 0) + count\n");
    tree->add("shop/orders.py", "from .prices import total_price\nfrom .stock import Inventory\n\n\n"
                                "def parse_order(text):\n"
                                "    \"\"\"Reads lines of the form name,count.\"\"\"\n"
                                "    return [line.split(',') for line in text.splitlines()]\n\n\n"
                                "def checkout(text, customer, inventory):\n"
                                "    order = parse_order(text)\n"
                                "    return total_price(order, customer)\n");
    tree->add("tests/test_stock.py", "from shop.stock import Inventory\n\n\n"
                                     "def test_restock_adds():\n"
                                     "    inventory = Inventory()\n"
                                     "    inventory.restock('apple', 2)\n"
                                     "    assert inventory.counts['apple'] == 2\n");
    tree->add("app.min.js", "function x(){}\n");
    return tree;
}

std::vector<std::string> idsOf(const ContextBundle &bundle)
{
    std::vector<std::string> ids;
    for (const Slice &slice : bundle.slices)
        ids.push_back(slice.id);
    return ids;
}

ContextBundle retrieved(const RetrievalRequest &request)
{
    GraphRetriever retriever(shop(), IndexOptions{});
    return retriever.retrieve(request, {}).value();
}

} // namespace

class GraphRetrieverTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ranksWhatTheTaskMeans_data();
    void ranksWhatTheTaskMeans();
    void followsATraceback();
    void followsAFailingTest();
    void packsWholeFunctionsInsideTheBudget();
    void namesWhatDidNotFit();
    void forcesPins();
    void showsTheMapWhenNothingMatches();
    void saysWhyANamedFileIsMissing();
    void repeatsItself();
    void worksOnAnEmptyTree();
    void endsWhenCancelled();
};

void GraphRetrieverTest::ranksWhatTheTaskMeans_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("reason");
    const auto row = [](const char *text, const char *first, const char *reason) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(first) << QByteArray(reason);
    };
    row("`discount` should be 0 for unknown groups", "shop/prices.py::discount", "named in the task");
    row("Goods can be taken from the shelf below zero", "shop/stock.py::Inventory.reserve", "doc says");
    row("An order line with a trailing comma is not parsed", "shop/orders.py::parse_order", "name has");
    row("Inventory.restock ignores negative counts", "shop/stock.py::Inventory.restock", "named in the task");
    row("total price is wrong", "shop/prices.py::total_price", "name has \"");
}

void GraphRetrieverTest::ranksWhatTheTaskMeans()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, reason);
    const ContextBundle bundle = retrieved({.text = text.toStdString()});
    QVERIFY(!bundle.slices.empty());
    QCOMPARE(QString::fromStdString(bundle.slices.front().id), QString::fromUtf8(first));
    QVERIFY2(bundle.slices.front().reason.find(reason.toStdString()) != std::string::npos,
             bundle.slices.front().reason.c_str());
    for (const Slice &slice : bundle.slices)
        QVERIFY2(slice.path.find("tests/") == std::string::npos, slice.id.c_str());
}

void GraphRetrieverTest::followsATraceback()
{
    const ContextBundle bundle =
        retrieved({.text = "It crashes for new groups\n\nTraceback (most recent call last):\n  File "
                           "\"/home/x/shop/orders.py\", line 12, in "
                           "checkout\n    return total_price(order, customer)\n  File "
                           "\"/home/x/shop/prices.py\", line 12, in "
                           "total_price\n    return amount - discount(customer, amount)\n  File "
                           "\"/home/x/shop/prices.py\", line 7, "
                           "in discount\n    return amount * RATES[customer.group]\nKeyError: 'new'\n"});
    const std::vector<std::string> ids = idsOf(bundle);
    QVERIFY(ids.size() >= 3);
    QCOMPARE(ids[0], std::string("shop/prices.py::discount"));
    QCOMPARE(ids[1], std::string("shop/prices.py::total_price"));
    QVERIFY(bundle.slices.front().reason.find("frame 1 of the traceback, shop/prices.py:7") !=
            std::string::npos);
}

void GraphRetrieverTest::followsAFailingTest()
{
    RetrievalRequest request{.text = "make the tests pass"};
    request.failing.push_back({.id = "tests/test_stock.py::test_restock_adds",
                               .status = TestStatus::Failed,
                               .message = "assert 0 == 2",
                               .file = {}});
    const ContextBundle bundle = retrieved(request);
    QCOMPARE(bundle.slices.front().id, std::string("shop/stock.py::Inventory.restock"));
    const std::vector<std::string> ids = idsOf(bundle);
    QVERIFY(std::find(ids.begin(), ids.end(), "tests/test_stock.py::test_restock_adds") != ids.end());
}

void GraphRetrieverTest::packsWholeFunctionsInsideTheBudget()
{
    const ContextBundle bundle =
        retrieved({.text = "discount and total price of an order", .maxTokens = 600});
    QVERIFY(bundle.tokens <= 600);
    int sum = 0;
    for (const Slice &slice : bundle.slices) {
        sum += slice.tokens;
        QVERIFY(slice.start >= 1 && slice.end >= slice.start);
        QCOMPARE(static_cast<int>(std::count(slice.text.begin(), slice.text.end(), '\n')),
                 slice.end - slice.start + 1);
    }
    QCOMPARE(sum, bundle.tokens);
    const auto discount = std::find_if(bundle.slices.begin(), bundle.slices.end(), [](const Slice &slice) {
        return slice.id == "shop/prices.py::discount";
    });
    QVERIFY(discount != bundle.slices.end());
    QCOMPARE(discount->start, 5);
    QCOMPARE(discount->end, 7);
    QVERIFY(discount->text.starts_with("def discount(customer, amount):\n"));
}

void GraphRetrieverTest::namesWhatDidNotFit()
{
    const ContextBundle bundle =
        retrieved({.text = "discount, total_price, parse_order and checkout", .maxTokens = 60});
    QVERIFY(bundle.tokens <= 60);
    QVERIFY(!bundle.leftOut.empty());
    QVERIFY2(bundle.leftOut.front().reason.starts_with("budget (rank "),
             bundle.leftOut.front().reason.c_str());
}

void GraphRetrieverTest::forcesPins()
{
    const ContextBundle bundle =
        retrieved({.text = "discount for unknown groups", .pinned = {"shop/orders.py::checkout"}});
    QCOMPARE(bundle.slices.front().id, std::string("shop/orders.py::checkout"));
    QVERIFY(bundle.slices.front().reason.find("pinned by you") != std::string::npos);
}

void GraphRetrieverTest::showsTheMapWhenNothingMatches()
{
    for (const char *text : {"", "zzz qqq", "修正してください"}) {
        const ContextBundle bundle = retrieved({.text = text});
        QVERIFY(!bundle.slices.empty());
        QCOMPARE(bundle.slices.front().reason, std::string("no match: showing the map"));
    }
}

void GraphRetrieverTest::saysWhyANamedFileIsMissing()
{
    const ContextBundle bundle = retrieved({.text = "app.min.js is broken"});
    QVERIFY(std::any_of(bundle.leftOut.begin(), bundle.leftOut.end(), [](const LeftOut &item) {
        return item.id == "app.min.js" && item.reason.find("minified") != std::string::npos;
    }));
}

void GraphRetrieverTest::repeatsItself()
{
    const RetrievalRequest request{.text = "counts of goods in an order"};
    QVERIFY(retrieved(request) == retrieved(request));
}

void GraphRetrieverTest::worksOnAnEmptyTree()
{
    GraphRetriever retriever(std::make_shared<test::FakeTree>(), IndexOptions{});
    const ContextBundle bundle = retriever.retrieve({.text = "anything"}, {}).value();
    QVERIFY(bundle.slices.empty());
    QCOMPARE(bundle.tokens, 0);
}

void GraphRetrieverTest::endsWhenCancelled()
{
    std::stop_source stop;
    stop.request_stop();
    GraphRetriever retriever(shop(), IndexOptions{});
    const auto bundle = retriever.retrieve({.text = "discount"}, stop.get_token());
    QVERIFY(!bundle);
    QCOMPARE(bundle.error().code, ErrorCode::Cancelled);
    QVERIFY(retriever.retrieve({.text = "discount"}, {}));
}

QTEST_GUILESS_MAIN(GraphRetrieverTest)
#include "graph_retriever_test.moc"
