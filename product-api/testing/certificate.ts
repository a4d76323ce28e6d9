import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Writes a self-signed certificate for this host, which ends after some days, and its key; in the same folder it replaces the last one. */
export function writeCertificate(folder: string, host: string, days = 2): { cert: string; key: string } {
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', String(days)]
  const name = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
  execFileSync('openssl', ['req', '-x509', ...kind, ...name, '-keyout', files.key, '-out', files.cert], {
    stdio: 'ignore',
  })
  return files
}
