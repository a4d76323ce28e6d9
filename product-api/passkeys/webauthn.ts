/** The library for passkeys, loaded with the first one: it would be a sixth of all files that every start reads. */
export const webauthn = () => import('@simplewebauthn/server')
