import 'fake-indexeddb/auto'
import type { DBSchema } from 'idb'
import { describe, expect, it } from 'vitest'
import { LocalDatabase } from './local-database.ts'

interface Notes extends DBSchema {
  notes: { key: string; value: string }
}

const openNotes = (name: string, version = 1) =>
  new LocalDatabase<Notes>(name, version, (fresh, from) => {
    if (from < 1) fresh.createObjectStore('notes')
  })

describe('a database of the device', () => {
  it('goes on with another connection when the browser has closed the present one', async () => {
    const notes = openNotes('closed')
    await notes.run((database) => database.put('notes', 'one', 'a'))
    await notes.run(async (database) => database.close())
    await notes.run((database) => database.put('notes', 'two', 'b'))
    expect(await notes.run((database) => database.getAll('notes'))).toEqual(['one', 'two'])
  })

  it('makes way for a newer release, and is used by it', async () => {
    const older = openNotes('newer')
    await older.run((database) => database.put('notes', 'one', 'a'))
    const newer = openNotes('newer', 2)
    expect(await newer.run((database) => database.getAll('notes'))).toEqual(['one'])
  })

  it('passes other errors on, and works afterwards', async () => {
    const notes = openNotes('full')
    await expect(
      notes.run(async () => {
        throw new DOMException('No room.', 'QuotaExceededError')
      }),
    ).rejects.toThrow('No room.')
    expect(await notes.run((database) => database.getAll('notes'))).toEqual([])
  })
})
