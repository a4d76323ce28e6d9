// The face of this room: other rooms know no repository of it.
export { deleteIdentities, hasIdentity } from './identity-repository.ts'
