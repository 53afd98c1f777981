import type { Content } from '@waybill/domain/move-in/records'
import { deleteEntries, insertEntry, saveAddresses, updateEntry } from '../../accounts/index.ts'
import { accountFinder, addressCleaner, addressIn, valueOf, wrong, type OpenLoader } from './loader.ts'

const record_table = 'address_book_entry'

/** Loads the address books of accounts. */
export const openAddressBookLoader: OpenLoader = async (ctx) => {
  const accountOf = await accountFinder(ctx)
  const cleaner = addressCleaner(ctx)

  async function fieldsOf(content: Content) {
    const address = addressIn(content, '')
    if (address === null)
      throw wrong('street', 'The address is missing: street, suburb, city or postal code.')
    const [addressId = 0] = await saveAddresses(ctx, [address])
    return {
      name: valueOf(content, 'name'),
      contact_name: valueOf(content, 'contact'),
      mobile_number: valueOf(content, 'phone'),
      email: valueOf(content, 'email'),
      address_id: addressId,
      special_instructions: valueOf(content, 'instructions') || null,
    }
  }
  const addressIdOf = (row: { restores?: object | null }): number | null =>
    row.restores && 'address_id' in row.restores ? Number(row.restores.address_id) : null

  return {
    async create(content) {
      const accountId = accountOf(content)
      const fields = await fieldsOf(content)
      const id = await insertEntry(ctx, accountId, { ...fields, source: 'manual' })
      return { record_table, record_id: id, restores: { address_id: fields.address_id } }
    },
    async change(row, content) {
      const fields = await fieldsOf(content)
      cleaner.add([addressIdOf(row)])
      await updateEntry(ctx, row.record_id, fields)
      return { record_table, record_id: row.record_id, restores: { address_id: fields.address_id } }
    },
    async remove(row) {
      await deleteEntries(ctx, [row.record_id])
      cleaner.add([addressIdOf(row)])
    },
    finish: cleaner.finish,
  }
}
