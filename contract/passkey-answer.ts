import { z } from 'zod'

const idMost = 1_400
/** Of the longest that authenticators send, with certificates in it; in base64url. */
const partMost = 16_384

/** How a device is reached (W3C Web Authentication Level 3 §5.8.4); nothing else is kept. */
export const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

const part = z.string().max(partMost).optional()

/**
 * A browser's WebAuthn answer as JSON: the parts that are used. All may be missing, because faults in an
 * answer are reported where it is verified; anything else that a browser sends is dropped.
 */
export const PasskeyAnswer = z.object({
  id: z.string().min(1).max(idMost),
  rawId: z.string().max(idMost).optional(),
  type: z.string().max(32).optional(),
  authenticatorAttachment: z.string().max(32).nullish(),
  clientExtensionResults: z.object({}).optional(),
  response: z
    .object({
      clientDataJSON: part,
      attestationObject: part,
      authenticatorData: part,
      signature: part,
      userHandle: z.string().max(128).nullish(),
      transports: z.array(z.string().max(32)).max(16).optional(),
    })
    .optional(),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>
