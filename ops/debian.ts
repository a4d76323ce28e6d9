import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type Debian = {
  /** The folder of its file system. */
  root: string
  /** Runs a script in it, as root. @returns what it says. @throws Error with that if it fails. */
  run: (script: string) => Promise<string>
  remove: () => Promise<void>
}

/** A new Debian with systemd, in a container that shares this machine's network; it needs root. It has curl, for questions. */
export async function openDebian(): Promise<Debian> {
  const root = mkdtempSync(path.join(tmpdir(), 'bytewise-debian-'))
  const include = '--include=systemd,systemd-sysv,dbus,ca-certificates,curl'
  execFileSync('mmdebstrap', ['--variant=minbase', include, '--quiet', 'bookworm', root], { stdio: 'inherit' })
  const certificates = '/etc/ssl/certs/ca-certificates.crt'
  const options = ['--register=no', '--keep-unit', '--boot', '--console=pipe', `--bind-ro=${certificates}`]
  // However this process ends, it shuts down: killed, its starter would leave it running.
  const container = spawn('setpriv', ['--pdeathsig', 'TERM', 'systemd-nspawn', '-D', root, ...options], {
    stdio: 'ignore',
  })
  const ended = once(container, 'exit')
  const first = await firstProcess(container.pid ?? 0)
  const run = async (script: string) => {
    const journal = 'journalctl -n 30 --no-pager >&2'
    const inside = ['-t', String(first), '-m', '-u', '-i', '-p', '-C', '-r', '-w', 'env', '-i']
    const env = ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root']
    const child = spawn('nsenter', [
      ...inside,
      ...env,
      ...passedOn(),
      'bash',
      '-c',
      `set -euo pipefail\ntrap "${journal}" ERR\n${script}`,
    ])
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`A script in Debian ended with ${code}:\n${script}\n${said}`)
    return said
  }
  await run('systemctl is-system-running --wait || true')
  return {
    root,
    run,
    remove: async () => {
      // It shuts its services down in order.
      container.kill('SIGTERM')
      await ended
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** The settings of this machine by which npm and Node reach their registry. */
function passedOn(): string[] {
  const names = ['NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'npm_config_registry']
  return names.flatMap((name) => (process.env[name] ? [`${name}=${process.env[name]}`] : []))
}

/** The process that systemd is, of a container that has just been started. */
async function firstProcess(container: number): Promise<number> {
  for (;;) {
    const children = `/proc/${container}/task/${container}/children`
    const found = existsSync(children) ? readFileSync(children, 'utf8').trim().split(' ') : []
    // Before it has become systemd it is still its starter.
    for (const pid of found) if (pid && readlinkSync(`/proc/${pid}/exe`).endsWith('/systemd')) return Number(pid)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
