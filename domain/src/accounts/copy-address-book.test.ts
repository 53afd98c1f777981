import { describe, expect, it } from 'vitest'
import { checkCopy, entriesToCopy, max_copy_accounts } from './copy-address-book.ts'

describe('copying an address book', () => {
  it('[TOOL-011] skips entries with the same name and address, also within the source', () => {
    const source = [
      { id: 1, name: 'Naledi', address_id: 7 },
      { id: 2, name: ' naledi ', address_id: 7 },
      { id: 3, name: 'Naledi', address_id: 8 },
      { id: 4, name: 'Thabo  Nkosi', address_id: 9 },
    ]
    const held = [{ name: 'THABO NKOSI', address_id: 9 }]
    expect(entriesToCopy(source, held).map(({ id }) => id)).toEqual([1, 3])
    expect(entriesToCopy(source, source)).toEqual([])
  })

  it.each([
    [{ from_account_id: null, to_account_ids: [2] }, ['from_account_id']],
    [{ from_account_id: 1, to_account_ids: [] }, ['to_account_ids']],
    [{ from_account_id: 1, to_account_ids: [2, 1] }, ['to_account_ids']],
    [{ from_account_id: 1, to_account_ids: Array(max_copy_accounts + 1).fill(2) }, ['to_account_ids']],
    [{ from_account_id: 1, to_account_ids: [2, 3] }, []],
  ])('requires a source and other accounts as targets: %j', (copy, fields) => {
    expect(checkCopy(copy).map(({ field }) => field)).toEqual(fields)
  })
})
