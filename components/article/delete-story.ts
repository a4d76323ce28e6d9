import { callBff } from '#lib/browser/call-bff.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'

/**
 * Asks whether it is meant, and deletes; says whether it was done.
 * @throws CallFailure in the specification's words
 */
export async function deleteStory(id: string): Promise<boolean> {
  if (!confirm('Are you sure you want to delete this article?')) return false
  try {
    await callBff('DELETE /contents/:id', { params: { id } })
    return true
  } catch (fault) {
    if (!(fault instanceof CallFailure) || fault.status === 0) throw fault
    throw new CallFailure(fault.status, 'Failed to delete article', { cause: fault })
  }
}
