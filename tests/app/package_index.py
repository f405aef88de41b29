# A package index (PEP 503), an npm registry and a Go module proxy on one port of the loopback, over TLS, for the tests.
# Arguments: certificate and key. Prints one line of JSON: the port, and the integrity of the npm package.
import base64, hashlib, http.server, io, json, ssl, sys, tarfile, zipfile

WHEEL = "greeting-1.0-py3-none-any.whl"
TRIED = """
const net = require("net"), dns = require("dns"), fs = require("fs");
const tried = {};
const [host, port] = process.env.HTTPS_PROXY.replace("http://", "").split(":");
const proxied = target => new Promise(done => {
  const s = net.connect(Number(port), host, () => s.write(`CONNECT ${target} HTTP/1.1\\r\\nHost: ${target}\\r\\n\\r\\n`));
  s.on("data", data => { done(String(data).split(" ")[1]); s.destroy(); });
  s.on("error", error => done(error.code));
});
const direct = (address, to) => new Promise(done => {
  const s = net.connect({host: address, port: to, timeout: 3000}, () => { done("reached"); s.destroy(); });
  s.on("error", error => done("failed")); s.on("timeout", () => { done("failed"); s.destroy(); });
});
const named = name => new Promise(done => dns.lookup(name, error => done(error ? "failed" : "resolved")));
(async () => {
  const own = process.env.npm_config_registry.replace(/^https:\\/\\//, "").replace(/\\/$/, "");
  tried.own = await proxied(own);
  tried.second = await proxied("second.vouchsafe.test:" + own.split(":")[1]);
  tried.raw = await proxied("127.0.0.1:" + own.split(":")[1]);
  tried.direct = await direct("1.1.1.1", 443);
  tried.loopback = await direct("127.0.0.1", Number(own.split(":")[1]));
  tried.dns = await named(own.split(":")[0]);
  fs.writeFileSync("tried.json", JSON.stringify(tried));
})();
"""


def wheel():
    files = {
        "greeting.py": "def hello():\n    return 'hi'\n",
        "greeting-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: greeting\nVersion: 1.0\n",
        "greeting-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},,\n" for name in files) + "greeting-1.0.dist-info/RECORD,,\n"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in {**files, "greeting-1.0.dist-info/RECORD": record}.items():
            archive.writestr(name, text)
    return out.getvalue()


def tarball():
    package = {"name": "leftside", "version": "1.0.0", "main": "index.js", "scripts": {"postinstall": "node tried.js"}}
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, text in {"package.json": json.dumps(package), "index.js": "module.exports = 'left';\n",
                           "tried.js": TRIED}.items():
            info = tarfile.TarInfo("package/" + name)
            info.size = len(text.encode())
            archive.addfile(info, io.BytesIO(text.encode()))
    return out.getvalue()


GO_MOD = b"module example.test/m\n\ngo 1.19\n"


def module():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("example.test/m@v1.0.0/go.mod", GO_MOD)
        archive.writestr("example.test/m@v1.0.0/m.go", "package m\n\nfunc Hello() string { return \"hi\" }\n")
    return out.getvalue()


GO = {
    "/go/example.test/m/@v/list": b"v1.0.0\n",
    "/go/example.test/m/@v/v1.0.0.info": b'{"Version": "v1.0.0", "Time": "2020-01-01T00:00:00Z"}',
    "/go/example.test/m/@v/v1.0.0.mod": GO_MOD,
    "/go/example.test/m/@v/v1.0.0.zip": module(),
}
wheel_bytes, tar_bytes = wheel(), tarball()
integrity = "sha512-" + base64.b64encode(hashlib.sha512(tar_bytes).digest()).decode()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        port = self.server.server_port
        kind, body = "text/html", None
        if self.path == "/simple/greeting/":
            digest = hashlib.sha256(wheel_bytes).hexdigest()
            body = f'<a href="/files/{WHEEL}#sha256={digest}">{WHEEL}</a>'.encode()
        elif self.path == "/files/" + WHEEL:
            kind, body = "application/octet-stream", wheel_bytes
        elif self.path == "/leftside":
            kind = "application/json"
            tar = f"https://npm.vouchsafe.test:{port}/leftside/-/leftside-1.0.0.tgz"
            version = {"name": "leftside", "version": "1.0.0", "hasInstallScript": True,
                       "dist": {"tarball": tar, "integrity": integrity}}
            body = json.dumps({"name": "leftside", "dist-tags": {"latest": "1.0.0"},
                               "versions": {"1.0.0": version}}).encode()
        elif self.path == "/leftside/-/leftside-1.0.0.tgz":
            kind, body = "application/octet-stream", tar_bytes
        elif self.path in GO:
            kind, body = "application/octet-stream", GO[self.path]
        self.send_response(200 if body is not None else 404)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body or b"")))
        self.end_headers()
        self.wfile.write(body or b"")

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        pass


server = Server(("127.0.0.1", 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
print(json.dumps({"port": server.server_port, "integrity": integrity}), flush=True)
server.serve_forever()
