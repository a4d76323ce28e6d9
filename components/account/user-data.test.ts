import { aReader, signedOutBrowser } from '#components/testing/a-reader.ts'
import { changeUser, userReducer, userState } from './user-data.ts'

const stored = { name: 'Ada Reader', role: 'user', uuid: 'reader-1', profile_image: null }
const nobody = { isLoggedIn: false, currentUser: null }

describe('the state of the current user', () => {
  beforeEach(signedOutBrowser)

  test('begins signed out', () => {
    expect(userState()).toEqual(nobody)
  })

  test('SET_USER logs in and stores what the bar paints, nothing more', () => {
    changeUser({ type: 'SET_USER', user: aReader() })
    expect(userState()).toEqual({ isLoggedIn: true, currentUser: stored })
    expect(JSON.parse(localStorage.getItem('userData') ?? '')).toEqual(stored)
  })

  test('SET_USER removes an old token', () => {
    localStorage.setItem('token', 'old')
    changeUser({ type: 'SET_USER', user: aReader() })
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('userData')).not.toBeNull()
  })

  test('UPDATE_USER merges, and leaves a visitor signed out', () => {
    expect(userReducer(nobody, { type: 'UPDATE_USER', user: { name: 'Eve' } })).toBe(nobody)
    const ada = userReducer(nobody, { type: 'SET_USER', user: stored })
    expect(userReducer(ada, { type: 'UPDATE_USER', user: { name: 'Ada B.' } }).currentUser).toEqual({
      ...stored,
      name: 'Ada B.',
    })
  })

  test('LOGOUT_USER clears the user, an old token and the hint', () => {
    changeUser({ type: 'SET_USER', user: aReader() })
    localStorage.setItem('token', 'old')
    changeUser({ type: 'LOGOUT_USER' })
    expect(userState()).toEqual(nobody)
    expect(localStorage).toHaveLength(0)
    expect(document.cookie).toBe('')
  })

  test.each(['{', 'null', '{"name":"x"}', '[]'])('takes stored %s for signed out', (text) => {
    jest.isolateModules(() => {
      localStorage.setItem('userData', text)
      expect(require('./user-data.ts').userState()).toEqual(nobody)
    })
  })

  test('restores what is stored', () => {
    jest.isolateModules(() => {
      localStorage.setItem('userData', JSON.stringify({ ...stored, email: 'left@out.example' }))
      expect(require('./user-data.ts').userState()).toEqual({ isLoggedIn: true, currentUser: stored })
    })
  })

  test('a stored value that is not a picture is not loaded', () => {
    jest.isolateModules(() => {
      localStorage.setItem('userData', JSON.stringify({ ...stored, profile_image: '/podcasts' }))
      expect(require('./user-data.ts').userState().currentUser).toEqual(stored)
    })
  })
})
