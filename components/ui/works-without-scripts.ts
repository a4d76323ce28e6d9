import { createContext } from 'react'

/** Whether the form around has an address that it can be sent to before, or without, its script. */
export const WorksWithoutScripts = createContext(false)
