/** For a site that is started with its email and password as ADMIN_EMAIL and ADMIN_PASSWORD. */
export const admin = { email: 'admin@example.com', password: 'a quiet word in the bench' }
const person = { name: 'Somebody', email: 'somebody@example.com', password: 'a quiet word in the bench' }

/** Makes an account at a site and signs in. @returns the cookies of its browser. */
export async function signUpAndIn(url: string): Promise<string> {
  await send('POST', `${url}/api/users/signup`, '', person)
  return signIn(url, person)
}

/** @returns the cookies of a browser that is signed in. */
export async function signIn(url: string, { email, password }: { email: string; password: string }): Promise<string> {
  const csrf = await fetch(`${url}/api/auth/csrf`)
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const signedIn = await fetch(`${url}/api/auth/callback/credentials`, {
    method: 'POST',
    headers: { cookie: cookiesOf(csrf) },
    body: new URLSearchParams({ csrfToken, email, password, json: 'true' }),
  })
  return cookiesOf(signedIn)
}

/** A call by a signed-in person. @throws Error for any refusal. */
export async function send<T>(method: 'POST' | 'PUT', url: string, cookie: string, body: object): Promise<T> {
  const headers = { 'content-type': 'application/json', cookie }
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}
