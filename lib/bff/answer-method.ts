import type { IncomingMessage, ServerResponse } from 'node:http'
import { findCall, methodsOf } from '#contract/find-call.ts'
import { problemBody } from '#contract/problems.ts'

const pageMethods = ['GET', 'HEAD']
/** The methods that Next passes on to the BFF, which answers 404 if an address is no call. */
const callMethods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']
/** A password and a passkey come in a form; every other address of next-auth's takes both. */
const signInForm = /^\/api\/auth\/callback\/(?:credentials|passkey)$/

/**
 * Answers OPTIONS with the methods of a call (RFC 9110, 9.3.7), and refuses all others.
 * @returns false if the method is to be answered elsewhere.
 */
export function answerMethod(request: IncomingMessage, response: ServerResponse, requestId: string): boolean {
  const { method = '' } = request
  const [path = ''] = (request.url ?? '').split('?', 1)
  // Nearly always: the others need not be looked for.
  if (findCall(method === 'HEAD' ? 'GET' : method, path.slice('/api'.length))) return false
  const methods = methodsOfCall(path)
  if (methods.includes(method) || (methods.length === 0 && callMethods.includes(method))) return false
  const allow = [...methods, 'OPTIONS'].join(', ')
  if (methods.length > 0) response.setHeader('allow', allow)
  if (methods.length === 0) refuse(response, 'not_found', 'There is no such call.', requestId)
  else if (method === 'OPTIONS') response.writeHead(204, { 'cache-control': 'no-store' }).end()
  else refuse(response, 'method_not_allowed', `This address answers ${allow}.`, requestId)
  return true
}

function methodsOfCall(path: string): string[] {
  if (signInForm.test(path)) return ['POST']
  return path.startsWith('/api/auth/') ? [...pageMethods, 'POST'] : methodsOf(path.slice('/api'.length))
}

function refuse(
  response: ServerResponse,
  code: 'not_found' | 'method_not_allowed',
  detail: string,
  requestId: string,
): void {
  const body = problemBody(code, detail, requestId)
  response.writeHead(body.status, { 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}
