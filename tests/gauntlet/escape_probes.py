"""Hostile acts of a program that knows this project, one function each, named by the check that it belongs to.

Started as `python3 -c TEXT FILE`, the file being JSON with what to aim at: inside a sandbox, on the host, and in a container without our policy. Prints
one JSON object: the answer of each act as text. An act that kills its process answers with the signal's name.
Needs nothing but Python's own library, so that any image with Python will do."""
import ctypes
import errno
import fcntl
import glob
import json
import os
import resource
import signal
import socket
import sys

HAD = sorted(int(n) for n in os.listdir('/proc/self/fd') if os.path.exists('/proc/self/fd/' + n))
TERMINALS = [os.isatty(n) for n in (0, 1, 2)]
P = json.load(open(sys.argv[1]))
libc = ctypes.CDLL(None, use_errno=True)


def name(number):
    return errno.errorcode.get(number, str(number))


def tried(act):
    """`done`, or why not."""
    try:
        act()
        return 'done'
    except OSError as e:
        return name(e.errno)


def called(number, *words):
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(number), *[w if isinstance(w, (bytes, ctypes.Array)) else ctypes.c_long(w)
                                                   for w in words])
    return 'done' if result != -1 else name(ctypes.get_errno())


def cloned(number, *words):
    """A clone that succeeds goes on twice; the copy ends here."""
    own = os.getpid()
    answer = called(number, *words)
    if os.getpid() != own or answer == 'done' and libc.syscall(39) != own:
        os._exit(0)
    return answer


def connected(family, address):
    s = socket.socket(family)
    s.settimeout(2)
    try:
        number = s.connect_ex(address)
    except OSError as e:
        number = e.errno
    return 'connected' if number == 0 else name(number)


def A1():
    answers = {tried(lambda p=p: open(p).read()) for p in P['homes']}
    listed = [sorted(os.listdir(d)) for d in ('/home', os.path.expanduser('~')) if os.access(d, os.R_OK)]
    found = any(P['user'] in names for names in listed)
    return '%s, user named: %s' % (sorted(answers), found)


def A2():
    found = 0
    for path in glob.glob('/proc/[0-9]*/environ') + glob.glob('/proc/[0-9]*/cmdline'):
        try:
            text = open(path, errors='replace').read()
        except OSError:
            continue
        found += text.count(P['canary']) + text.count(P['cache'])
    return 'leaks %d' % found if found else 'clean'


def A3():
    more = []
    for path in sorted(glob.glob('/proc/1/fd/*')):
        try:
            link = os.readlink(path)
        except OSError:
            continue
        if os.path.basename(path) not in ('0', '1', '2') and not link.startswith('anon_inode'):
            more.append(link)
    return 'own %s, of process 1 %s' % ([n for n in HAD if n > 2], more)


def A4():
    with open('/proc/net/dev') as file:
        others = [line.split(':')[0].strip() for line in file if ':' in line and not line.strip().startswith('lo:')]
    return '%s %s, interfaces besides lo: %s' % (connected(socket.AF_INET, ('127.0.0.1', P['port'])),
                                                 connected(socket.AF_INET, ('1.1.1.1', 53)), len(others) or 'none')


def A5():
    return connected(socket.AF_UNIX, '\0' + P['abstract'])


def A6():
    return ' '.join(connected(socket.AF_UNIX, p) for p in [P['socket'], 'planted.sock', '/run/docker.sock',
                    '/var/run/docker.sock', '/run/user/0/bus', '/run/user/1000/bus', '/run/dbus/system_bus_socket',
                    '/tmp/.X11-unix/X0', '/run/user/1000/wayland-0'])


def A7():
    bad = -1
    rows = {
        'unshare': (272, 0x10000000), 'unshare-0': (272, 0), 'setns': (308, bad, 0), 'mount': (165, 0, 0, 0, 0, 0),
        'umount2': (166, 0, 0), 'pivot_root': (155, 0, 0), 'chroot': (161, 0), 'open_tree': (428, bad, 0, 0),
        'move_mount': (429, bad, 0, bad, 0, 0), 'fsopen': (430, 0, 0), 'fsmount': (432, bad, 0, 0),
        'mount_setattr': (442, bad, 0, 0, 0, 0), 'keyctl': (250, 0, bad, 0), 'add_key': (248, 0, 0, 0, 0, bad),
        'request_key': (249, 0, 0, 0, bad), 'bpf': (321, 0, 0, 0), 'perf_event_open': (298, 0, 0, bad, bad, 0),
        'userfaultfd': (323, 1), 'io_uring_setup': (425, 1, 0), 'name_to_handle_at': (303, bad, 0, 0, 0, 0),
        'open_by_handle_at': (304, bad, 0, 0), 'clone3': (435, 0, 0), 'pidfd_getfd': (438, bad, 0, 0),
        'socket-vsock': (41, 40, 1, 0), 'socket-packet': (41, 17, 3, 0), 'socket-high-bits': (41, (1 << 32) | 40, 1, 0),
        'clone-newuser': (56, 0x10000000 | 17, 0, 0, 0, 0), 'x32-getpid': (0x40000000 + 39,),
    }
    return '\n'.join('%s %s' % (row, apart(lambda w=words: (cloned if w[0] == 56 else called)(*w)))
                     for row, words in rows.items())


def A7b():
    import mmap
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(b'\x53\xb8\x14\x00\x00\x00\xcd\x80\x5b\xc3')  # getpid as a 32-bit call
    number = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
    return 'done' if number > 0 else name(-number)


def A8():
    """Types into the terminal that controls this process: one of its own making, as none is given."""
    import pty
    child, master = pty.fork()
    if child == 0:
        answers = []
        for request in (0x5412, 0x5412 | (1 << 32)):
            ctypes.set_errno(0)
            result = libc.ioctl(0, ctypes.c_ulong(request), ctypes.byref(ctypes.c_char(b'x')))
            answers.append('done' if result == 0 else name(ctypes.get_errno()))
        os.write(1, ('<%s>' % ' '.join(answers)).encode())
        os.read(0, 1)
        os._exit(0)
    text = b''
    while b'>' not in text:
        text += os.read(master, 1000)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    own = tried(lambda: os.close(os.open('/dev/tty', os.O_RDWR)))
    return '%s, terminal given %s' % (text.decode().split('<')[1].split('>')[0], any(TERMINALS) or own == 'done')


def A9():
    return 'add %s, find %s' % (called(248, b'user', b'vouchsafe-gauntlet', b'x', 1, -2),
                                called(249, b'user', b'vouchsafe-gauntlet', 0, -2))


def A10():
    acts = [('/proc/sys/kernel/printk', os.O_WRONLY), ('/proc/sysrq-trigger', os.O_WRONLY), ('/proc/keys', 0),
            ('/proc/kallsyms', 0), ('/proc/kcore', 0), ('/proc/timer_list', 0), ('/proc/kmsg', 0)]
    # What a kernel has, and whether a file is absent, closed or covered, differs; what matters is what opens.
    return ' '.join(path for path, flags in acts if opened(path, flags) == 'open') or 'none'


def opened(path, flags):
    """A file of the kernel that is covered by nothing, or by an empty file, tells nothing."""
    try:
        fd = os.open(path, flags | os.O_NONBLOCK)
    except OSError as e:
        return name(e.errno)
    try:
        text = os.read(fd, 4096) if flags != os.O_WRONLY else b'x'
        if path.endswith('kallsyms') and text and all(line[:16] == b'0' * 16 for line in text.split(b'\n')[:-1]):
            return 'no-addresses'
        return 'open' if text else 'empty'
    except OSError as e:
        return name(e.errno)


def status_fields():
    with open('/proc/self/status') as file:
        return dict(line.rstrip('\n').split(':\t', 1) for line in file if ':\t' in line)


def A11():
    fields = status_fields()
    caps = {fields.get(n, '?') for n in ('CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb')} - {'?'}
    return 'none' if caps == {'0' * 16} else 'some: %s' % sorted(caps)


def A11n():
    return 'status %s, prctl %d' % (status_fields().get('NoNewPrivs', 'shows none'), libc.prctl(39, 0, 0, 0, 0))


def A12():
    clone_args = (ctypes.c_uint64 * 11)(0x10000000, 0, 0, 0, 17)
    return 'unshare %s, clone %s, clone3 %s' % (
        apart(lambda: called(272, 0x10000000)), apart(lambda: cloned(56, 0x10000000 | 17, 0, 0, 0, 0)),
        apart(lambda: cloned(435, clone_args, 88)))


def A13():
    pid = P['pid']
    buffer = ctypes.create_string_buffer(8)
    vector = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 8)
    pids = [p for p in os.listdir('/proc') if p.isdigit()]
    return 'kill %s, ptrace %s, read %s, few processes %s' % (
        tried(lambda: os.kill(pid, 0)), called(101, 0x4206, pid, 0, 0),
        called(310, pid, vector, 1, vector, 1, 0), len(pids) < 10)


def A13b():
    """Process 1 reports how the command ended: whoever writes its memory writes that report. The control aims at a
    process of its own."""
    target = 1
    if P['own']:
        target = os.fork()
        if target == 0:
            signal.alarm(15)
            signal.pause()
    buffer = ctypes.create_string_buffer(8)
    vector = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 8)
    acts = [called(101, 0x4206, target, 0, 0), called(101, 0x4206, target | 1 << 32, 0, 0),
            called(311, target, vector, 1, vector, 1, 0)]
    acts += [tried(lambda p=p: os.close(os.open(p % {'t': target}, os.O_RDWR)))
             for p in ('/proc/%(t)d/mem', '/proc/%(t)d/task/%(t)d/mem')]
    if P['own']:
        os.kill(target, signal.SIGKILL)
    return 'refused' if 'done' not in acts else ' '.join(acts)


def A14():
    answers = {tried(lambda p=p: os.close(os.open(p, os.O_WRONLY | os.O_CREAT))) for p in P['places']}
    answers -= {'ENOENT', 'ENOTDIR'}
    remounted = '-' if P['own'] else tried(lambda: None if libc.mount(b'none', b'/', None, 32, None) == 0 else fails())
    return 'writes %s, remount %s' % (' '.join(sorted(answers)), remounted)


def A14m():
    """Mounts that take a file, besides those that the policy means to."""
    meant = ('/proc', '/dev/pts', '/dev/shm', '/dev/mqueue', '/tmp', '/home/vs', '/repo', '/vouchsafe/reports')
    with open('/proc/self/mounts') as file:
        places = {line.split()[1] for line in file if 'rw' in line.split()[3].split(',')} - set(meant)
    if P['own']:
        places = {P['scratch']}
    taken = []
    for place in sorted(places):
        file = place.rstrip('/') + '/vouchsafe-probe'
        if os.path.isdir(place) and tried(lambda: os.close(os.open(file, os.O_WRONLY | os.O_CREAT))) == 'done':
            os.unlink(file)
            taken.append(place)
    return ' '.join(taken) or 'none'


def fails():
    raise OSError(ctypes.get_errno(), '')


def A17():
    secret = P['secret']
    paths = [secret, '/proc/self/root' + secret, '/proc/self/cwd/../../../../..' + secret, '/proc/1/root' + secret,
             '/proc/1/cwd/../..' + secret]
    read = [p for p in paths if tried(lambda p=p: open(p).read()) == 'done']
    for loader in glob.glob('/lib*/ld-linux-*.so.*'):
        if P['canary'] in os.popen('%s /bin/cat %s 2>/dev/null' % (loader, secret)).read():
            read.append(loader)
    return 'ways: %d' % len(read) if read else 'none'


def A18():
    limit = resource.getrlimit(resource.RLIMIT_CORE)
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGSEGV, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGSEGV)
        signal.pause()
    status = os.waitpid(child, 0)[1]
    return 'limit %s, dumped %s' % ('none' if max(limit) <= 1 and min(limit) >= 0 else limit, os.WCOREDUMP(status))


def A19():
    texts = {}
    for path in ('/proc/self/mountinfo', '/proc/1/cmdline', '/etc/machine-id', '/etc/hostname', '/etc/hosts',
                 '/proc/sys/kernel/hostname', '/proc/self/cgroup'):
        try:
            texts[path] = open(path, errors='replace').read()
        except OSError:
            pass
    found = sorted({path for path, text in texts.items() for needle in P['names'] if needle and needle in text})
    return 'host name %s, names found in %s' % (socket.gethostname(), found)


def apart(act):
    """The act in a process of its own; what kills it is its answer."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        signal.alarm(15)
        try:
            text = act()
        except BaseException as e:  # noqa: the answer of an act that fails in a way of its own
            text = 'raised %s %s' % (type(e).__name__, e)
        os.write(writing, str(text).encode()[:60000])
        os._exit(0)
    os.close(writing)
    text = b''
    while more := os.read(reading, 65536):
        text += more
    os.close(reading)
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        return signal.Signals(os.WTERMSIG(status)).name
    return text.decode(errors='replace')


if __name__ == '__main__':
    # Under gVisor a process that made a user namespace may not fork any more, so each act has a process of its own.
    acts = [n for n, f in list(globals().items()) if n[0] == 'A' and n[1].isdigit() and callable(f)]
    print(json.dumps({n: apart(globals()[n]) for n in acts}))
