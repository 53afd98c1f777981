import { sql, type RawBuilder } from 'kysely'
import type { TestProvider } from '../provider.ts'

type Changes = Readonly<Record<string, RawBuilder<unknown>>>

/**
 * Copies a shipment directly into the tables `copies` times, for long lists. Each copy has one parcel like the first
 * parcel of the original. Every `perAddress` copies share a delivery address, more than 30 m from the next. `changes`
 * sets columns of the copies; `i` is the number of the copy, from 1.
 */
export async function copyShipment(
  p: TestProvider,
  shipmentId: number,
  copies: number,
  changes: Changes = {},
  perAddress = copies,
): Promise<void> {
  const mark = `C${shipmentId}X`
  await p.inTransaction(async (ctx) => {
    const run = (statement: RawBuilder<unknown>) => statement.execute(ctx.db)
    const columnsOf = async (table: string) => {
      const { rows } = await sql<{ name: string }>`
        SELECT column_name AS name FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name = ${table} AND is_generated = 'NEVER' AND column_name <> 'id'`.execute(
        ctx.db,
      )
      return rows.map(({ name }) => name)
    }
    const insert = (table: string, columns: readonly string[], changed: Changes, from: RawBuilder<unknown>) =>
      run(sql`INSERT INTO ${sql.table(table)} (${sql.join(columns.map((one) => sql.ref(one)))})
        SELECT ${sql.join(columns.map((one) => changed[one] ?? sql.ref(`t.${one}`)))} FROM ${sql.table(table)} t, ${from}`)
    await insert(
      'address',
      await columnsOf('address'),
      { hash: sql`${mark} || i`, lat: sql`t.lat + i * 0.001` },
      sql`generate_series(0, ${Math.ceil(copies / perAddress) - 1}) i
        WHERE t.id = (SELECT delivery_address_id FROM shipment WHERE id = ${shipmentId})`,
    )
    await insert(
      'shipment',
      await columnsOf('shipment'),
      {
        short_tracking_reference: sql`${mark} || i`,
        custom_tracking_reference: sql`NULL`,
        reschedule_reference: sql`gen_random_uuid()`,
        rating_reference: sql`gen_random_uuid()`,
        payment_reference: sql`gen_random_uuid()`,
        delivery_address_id: sql`a.id`,
        ...changes,
      },
      sql`generate_series(1, ${copies}) i JOIN address a ON a.hash = ${mark} || ((i - 1) / ${perAddress})
        WHERE t.id = ${shipmentId}`,
    )
    await insert(
      'parcel',
      await columnsOf('parcel'),
      {
        shipment_id: sql`s.id`,
        tracking_reference: sql`s.short_tracking_reference || '/1'`,
        alternative_tracking_reference: sql`NULL`,
      },
      sql`shipment s WHERE t.shipment_id = ${shipmentId} AND t.number = 1 AND s.short_tracking_reference LIKE ${`${mark}%`}`,
    )
  })
  // Without statistics the planner may choose plans that take minutes, until the server gathers them itself.
  await p.runtime.runtime.pool.query('ANALYZE address, shipment, parcel')
}
