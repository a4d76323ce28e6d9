import { render, waitFor } from '@testing-library/react'
import { aReader, signedInBrowser } from '#components/testing/a-reader.ts'
import { answerCalls } from '#components/testing/fake-fetch.ts'
import { AccountMenu } from '../account-menu.tsx'

/** The menu of a person whom the server has named; `further` answers later calls. */
export async function showSignedIn(
  but: Parameters<typeof aReader>[0] = {},
  ...further: Parameters<typeof answerCalls>
): Promise<ReturnType<typeof answerCalls>> {
  await signedInBrowser()
  const calls = answerCalls({ body: aReader(but) }, ...further)
  render(<AccountMenu path={location.pathname} />)
  await waitFor(() => expect(localStorage.getItem('userData')).toContain('reader-1'))
  return calls
}
