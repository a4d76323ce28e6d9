import { answerCalls } from '#components/testing/fake-fetch.ts'
import { addPasskey, signInWithPasskey } from './passkey.ts'

// Fails to load, as without a network.
jest.mock('@simplewebauthn/browser', () => {
  throw new Error('This part could not be loaded.')
})

test.each([
  ['to add one', () => addPasskey('Laptop')],
  ['to sign in', signInWithPasskey],
])('says that what asks the device for a passkey could not be loaded, %s', async (_, act) => {
  answerCalls({ body: { challenge_id: 'c1', options: {} } })
  await expect(act()).rejects.toMatchObject({
    name: 'CallFailure',
    message: 'This couldn’t be loaded. Please try again.',
  })
})
