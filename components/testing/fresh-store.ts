import 'fake-indexeddb/auto'
import { deserialize, serialize } from 'node:v8'
import { IDBFactory } from 'fake-indexeddb'

/** jsdom has neither a store nor what it copies by. */
export function freshStore(): void {
  globalThis.structuredClone = (value) => deserialize(serialize(value))
  globalThis.indexedDB = new IDBFactory()
}
