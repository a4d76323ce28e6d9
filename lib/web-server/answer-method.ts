import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { findCall, methodsOf } from '#contract/find-call.ts'
import { problemBody } from '#contract/problems.ts'

const pageMethods = ['GET', 'HEAD']
/** The methods that Next passes on to the BFF, which answers 404 if an address is no call. */
const callMethods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']
/** A password and a passkey come in a form; every other address of next-auth's takes both. */
const signInForm = /^\/api\/auth\/callback\/(?:credentials|passkey)$/

/**
 * Answers OPTIONS with the methods of an address (RFC 9110, 9.3.7), and refuses all others.
 * @returns false if the method is to be answered elsewhere.
 */
export function answerMethod(request: IncomingMessage, response: ServerResponse, path: string): boolean {
  const { method = '' } = request
  const isCall = path.startsWith('/api/')
  // Nearly always: the others need not be looked for.
  if (isCall && findCall(method === 'HEAD' ? 'GET' : method, path.slice('/api'.length))) return false
  const methods = isCall ? methodsOfCall(path) : pageMethods
  if (methods.includes(method) || (methods.length === 0 && callMethods.includes(method))) return false
  const allow = [...methods, 'OPTIONS'].join(', ')
  if (methods.length === 0) refuseCall(response, 'not_found', 'There is no such call.')
  else {
    response.setHeader('allow', allow)
    if (method === 'OPTIONS') response.writeHead(204, { 'cache-control': 'no-store' }).end()
    else if (isCall) refuseCall(response, 'method_not_allowed', `This address answers ${allow}.`)
    else refusePage(response)
  }
  return true
}

function methodsOfCall(path: string): string[] {
  if (signInForm.test(path)) return ['POST']
  return path.startsWith('/api/auth/') ? [...pageMethods, 'POST'] : methodsOf(path.slice('/api'.length))
}

function refuseCall(response: ServerResponse, code: 'not_found' | 'method_not_allowed', detail: string): void {
  const requestId = randomUUID()
  const body = problemBody(code, detail, requestId)
  response.writeHead(body.status, {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-request-id': requestId,
  })
  response.end(JSON.stringify(body))
}

function refusePage(response: ServerResponse): void {
  response.writeHead(405, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  response.end('There is nothing here for this method.\n')
}
