import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Debian's own image leaves these out, too. */
const leftOut = ['doc', 'info', 'locale', 'man'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`)

/** Starts a cluster in its volume, as the image of PostgreSQL does. */
const startPostgres = `#!/bin/sh
set -e
data=/var/lib/postgresql/data
as() { setpriv --reuid postgres --regid postgres --init-groups "$@"; }
install -d -o postgres -m 0700 /run/postgresql $data
export PATH=$(echo /usr/lib/postgresql/*/bin):$PATH
if [ ! -e $data/PG_VERSION ]; then
  printenv POSTGRES_PASSWORD > /tmp/password
  chown postgres /tmp/password
  as initdb -D $data -U "$POSTGRES_USER" --pwfile /tmp/password --auth-local trust --auth-host scram-sha-256 --encoding UTF8
  echo 'host all all all scram-sha-256' >> $data/pg_hba.conf
  echo "create database \\"$POSTGRES_USER\\"" | as postgres --single -D $data postgres
fi
exec setpriv --reuid postgres --regid postgres --init-groups postgres -D $data -c 'listen_addresses=*'
`

export type Containers = {
  /** Runs a script that calls podman. @returns what it says. @throws Error with that if it fails. */
  run: (script: string) => Promise<string>
  remove: () => Promise<void>
}

/**
 * Podman with a store of its own, in which the images of Debian and PostgreSQL are made here from Debian's packages:
 * a test needs no registry. Builds reach npm's registry as this machine does.
 */
export async function openContainers(): Promise<Containers> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bytewise-containers-'))
  const file = (name: string, text: string) => {
    const at = path.join(folder, name)
    writeFileSync(at, text)
    return at
  }
  mkdirSync(path.join(folder, 'run'))
  const env = {
    ...process.env,
    CONTAINERS_STORAGE_CONF: file(
      'storage.conf',
      `[storage]\ndriver = "overlay"\ngraphroot = "${folder}/images"\nrunroot = "${folder}/run"\n`,
    ),
    // Debian's own choice (crun) refuses the control groups of a machine that has no systemd.
    CONTAINERS_CONF: file(
      'containers.conf',
      `[engine]\nruntime = "runc"\ntmp_dir = "${folder}/run/libpod"\n[network]\nnetwork_config_dir = "${folder}/networks"
[containers]\ndefault_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]\n`,
    ),
    BUILDAH_ISOLATION: 'chroot',
    BUILDAH_FORMAT: 'docker',
  }
  const run = async (script: string) => {
    const child = spawn('bash', ['-c', `set -euo pipefail\n${script}`], { env })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`A script ended with ${code}:\n${script}\n${said}`)
    return said
  }
  /** @param changes lines of a Containerfile. */
  const makeImage = async (name: string, given: { packages?: string[]; file: [string, string]; changes: string[] }) => {
    const archive = path.join(folder, 'image.tar')
    const include = `--include=${['usr-is-merged', 'libstdc++6', ...(given.packages ?? [])].join(',')}`
    const hooks = [
      '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr',
      `--customize-hook=upload ${given.file.join(' ')}`,
    ]
    const options = ['--variant=minbase', include, ...hooks, ...leftOut, '--quiet']
    execFileSync('mmdebstrap', [...options, 'bookworm', archive], { stdio: 'ignore' })
    const changes = given.changes.map((change) => `--change '${change}'`).join(' ')
    await run(`podman import --quiet ${changes} ${archive} docker.io/library/${name}`)
    rmSync(archive)
  }
  await makeImage('debian:bookworm-slim', {
    file: ['/etc/ssl/certs/ca-certificates.crt', '/etc/authorities.crt'],
    changes: ['ENV NODE_EXTRA_CA_CERTS=/etc/authorities.crt'],
  })
  await makeImage('postgres:17', {
    packages: ['postgresql'],
    file: [file('start-postgres', startPostgres), '/usr/local/bin/start-postgres'],
    changes: ['ENTRYPOINT ["sh", "/usr/local/bin/start-postgres"]', 'STOPSIGNAL SIGINT'],
  })
  return {
    run,
    remove: async () => {
      await run('podman rm --all --force --time 5; podman volume rm --all --force; podman rmi --all --force')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
