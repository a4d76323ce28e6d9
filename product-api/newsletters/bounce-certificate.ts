import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'

/** The paths of a certificate chain and its private key, both in PEM. */
export type CertificateFiles = { cert: string; key: string }
export type Certificate = { cert: Buffer; key: Buffer }

/**
 * @returns the files' paths if both are set and match; undefined if neither is set.
 * @throws Error with one sentence for anything else.
 */
export function readCertificateFiles(settings: {
  BOUNCE_SMTP_CERT?: string | undefined
  BOUNCE_SMTP_KEY?: string | undefined
}): CertificateFiles | undefined {
  const { BOUNCE_SMTP_CERT: cert, BOUNCE_SMTP_KEY: key } = settings
  if (!cert && !key) return undefined
  const missing = cert ? 'BOUNCE_SMTP_KEY' : 'BOUNCE_SMTP_CERT'
  if (!cert || !key)
    throw new Error(`The setting ${missing} is wrong: BOUNCE_SMTP_CERT and BOUNCE_SMTP_KEY belong together`)
  try {
    readCertificate({ cert, key })
  } catch (cause) {
    const fault = 'it must be the path of a certificate in PEM, and BOUNCE_SMTP_KEY that of its key'
    throw new Error(`The setting BOUNCE_SMTP_CERT is wrong: ${fault}`, { cause })
  }
  return { cert, key }
}

/** @throws Error if a file can't be read, or the two do not belong together. */
function readCertificate(files: CertificateFiles): Certificate {
  const [cert, key] = [readFileSync(files.cert), readFileSync(files.key)]
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
    throw new Error('The key is of another certificate')
  return { cert, key }
}

/**
 * Reads a certificate and follows its renewal: `renewed` returns the new one once after the files have changed. While a
 * file is being written the previous certificate stays.
 */
export function followCertificate(files: CertificateFiles): {
  first: Certificate
  renewed: () => Certificate | undefined
} {
  const stamp = () => [files.cert, files.key].map((file) => statSync(file).mtimeMs).join()
  let known = stamp()
  return {
    first: readCertificate(files),
    renewed: () => {
      try {
        const now = stamp()
        if (now === known) return undefined
        const certificate = readCertificate(files)
        known = now
        return certificate
      } catch {
        return undefined
      }
    },
  }
}
