import '@testing-library/jest-dom'
import { configure } from '@testing-library/react'

// A part that is loaded when it is needed is compiled first, where nothing is kept from an earlier run: its test waits as
// long as any other.
configure({ asyncUtilTimeout: 30_000 })
