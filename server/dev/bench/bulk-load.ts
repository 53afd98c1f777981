import type pg from 'pg'

/** The data made by the bulk generator. Load scripts compute the generated ids from it. */
export interface BulkLoad {
  provider_id: number
  revision_id: number
  /** Account ids run from `first_account`; there are `accounts` of them. */
  first_account: number
  accounts: number
  /** Number of shipments. Shipment ids run from 1; the first parcel of a shipment has the same id. */
  shipments: number
  /** Collects and delivers all shipments. */
  branch_id: number
  /** Whether only shipments are made: no parcels, events, charges and search texts. */
  only_shipments?: boolean
}

/** Statuses of the shipments whose number ends in 0, 1, 2, … */
const statuses = [
  'delivered',
  'delivered',
  'delivered',
  'in-transit',
  'in-transit',
  'in-transit',
  'in-transit',
  'out-for-delivery',
  'out-for-delivery',
  'collection-assigned',
]

/**
 * Returns the number of the `index`-th generated shipment, from 0, in this status; undefined when fewer of `shipments`
 * have it.
 */
export function bulkNumber(status: string, index: number, shipments: number): number | undefined {
  const ends = statuses.flatMap((one, end) => (one === status ? [end] : []))
  const n = Math.floor(index / ends.length) * statuses.length + (ends[index % ends.length] ?? 0)
  return n <= shipments ? n : undefined
}

/** Returns the user name of the driver who delivers the nth generated shipment. */
export function bulkDriver(n: number): string {
  return `driver-${n % bulk_drivers}`
}

/** Number of drivers, `driver-0` and up, to whom the generated shipments are assigned. */
export const bulk_drivers = 50

/** Returns the reference of the nth generated shipment. The application never assigns such a reference. */
export function bulkReference(n: number): string {
  return `L${String(n).padStart(8, '0')}`
}

const batch = 50_000

/**
 * Inserts shipments set by set, under the product's triggers and foreign keys, so that they are audited and counted like
 * booked ones. Each has 1 or 2 parcels, three events and one charge row. For measurements only; `client` must connect as
 * the owner of the database.
 */
export async function bulkLoad(
  client: pg.ClientBase,
  load: BulkLoad,
  onProgress: (made: number) => void,
): Promise<void> {
  const { provider_id, first_account, accounts, shipments, revision_id, branch_id } = load
  await client.query(
    `SET app.who = '{"username": "bulk"}'; SET synchronous_commit = off; SET maintenance_work_mem = '512MB'`,
  )
  await client.query('DROP INDEX shipment_search_text')
  await client.query(
    `INSERT INTO address (provider_id, type, company, street_address, local_area, city, code, zone, lat, lng, entered_address, hash)
     SELECT $1, 'business', 'Company ' || i, i || ' Main Road', (ARRAY['Sandton','Rosebank','Bellville','Umhlanga','Menlyn'])[1 + i % 5],
       (ARRAY['Johannesburg','Johannesburg','Cape Town','Durban','Pretoria'])[1 + i % 5], '2196', 'GP', -26.1 - (i % 100) / 1000.0, 28.0 + (i % 77) / 1000.0,
       i || ' Main Road', upper(md5('bulk' || i))
     FROM generate_series(1, 20000) i`,
    [provider_id],
  )
  const { rows } = await client.query<{ first: number }>(
    "SELECT min(id) AS first FROM address WHERE provider_id = $1 AND company LIKE 'Company %'",
    [provider_id],
  )
  const firstAddress = rows[0]?.first ?? 1
  for (let from = 1; from <= shipments; from += batch) {
    const to = Math.min(shipments, from + batch - 1)
    const facts = [
      provider_id,
      from,
      to,
      first_account,
      accounts,
      firstAddress,
      revision_id,
      branch_id,
      shipments,
    ]
    await client.query(shipment_sql, facts)
    onProgress(to)
    if (load.only_shipments) continue
    await client.query(parcel_sql, [provider_id, from, to, shipments])
    await client.query(event_sql, [provider_id, from, to, shipments])
    await client.query(charge_sql, [provider_id, from, to, revision_id])
    await client.query(search_sql, [provider_id, from, to])
  }
  for (const table of ['shipment', 'parcel'])
    await client.query(
      `SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`,
    )
  await client.query(
    'CREATE INDEX shipment_search_text ON shipment_search USING gin (haystack gin_trgm_ops) WITH (fastupdate = on, gin_pending_list_limit = 2048)',
  )
  await client.query('RESET app.who; RESET synchronous_commit')
  await client.query('VACUUM (ANALYZE)')
}

const reference = `'L' || lpad(i::text, 8, '0')`
const status = `('{${statuses.join()}}'::text[])[1 + i % ${statuses.length}]`

const shipment_sql = `
  INSERT INTO shipment (provider_id, id, account_id, status, short_tracking_reference, customer_reference, created_by, modified_by, service_level_id, service_level_code,
    service_level_name, original_service_level_code, original_service_level_name, rate_revision_id, rate, original_rate, charged_weight, actual_weight, volumetric_weight,
    parcel_count, collection_min_date, collection_after, collection_before, delivery_min_date, delivery_after, delivery_before, estimated_collection, estimated_delivery_from,
    estimated_delivery_to, submitted_date, collected_date, delivered_date, latest_tracking_event_time, collection_address_id, delivery_address_id, collection_contact, delivery_contact, collection_agent_id,
    delivery_agent_id, collection_branch_id, delivery_branch_id, proof_of_delivery_pin_hashed, time_created, time_modified)
  OVERRIDING SYSTEM VALUE
  SELECT $1, i, $4 + i % $5, ${status}, ${reference}, 'PO-' || i, 'bulk', 'bulk', 1, 'ECO', 'Economy', 'ECO', 'Economy', $7, 11138, 11138, 3, 3, 2.3,
    1 + i % 2, current_date, '08:00', '16:00', current_date, '08:00', '17:00', moment, moment + interval '2 days', moment + interval '3 days', moment,
    CASE WHEN ${status} = 'collection-assigned' THEN NULL ELSE moment + interval '6 hours' END,
    CASE WHEN ${status} = 'delivered' THEN moment + interval '2 days' END, moment + interval '6 hours', $6 + i % 20000, $6 + (i * 7) % 20000,
    '{"name": "Dispatch", "mobile_number": "0115550142", "email": "dispatch@example.com"}', '{"name": "Naledi Mokoena", "mobile_number": "0821234567", "email": "naledi@example.com"}',
    'driver-' || i % ${bulk_drivers}, 'driver-' || i % ${bulk_drivers}, $8, $8, 'x', moment, moment
  FROM (SELECT i, now() - make_interval(days => 2, secs => ($9 - i) * 20.0) AS moment FROM generate_series($2::int, $3::int) i) g`

const parcel_sql = `
  INSERT INTO parcel (provider_id, id, shipment_id, number, status, tracking_reference, parcel_description, submitted_length_cm, submitted_width_cm, submitted_height_cm,
    submitted_weight_kg, time_created, time_modified)
  OVERRIDING SYSTEM VALUE
  SELECT $1, CASE n WHEN 1 THEN i ELSE $4 + i END, i, n, ${status}, ${reference} || '/' || n, 'Books', 42.5, 38.5, 5.5, 3, now(), now()
  FROM generate_series($2::int, $3::int) i, generate_series(1, 1 + i % 2) n`

const event_sql = `
  INSERT INTO tracking_event (provider_id, shipment_id, date, time_received, status, source)
  SELECT $1, i, now() - make_interval(days => 2, secs => ($4 - i) * 20.0 - n * 7200), now(), (ARRAY['submitted','collected','at-hub'])[n], 'bulk'
  FROM generate_series($2::int, $3::int) i, generate_series(1, 3) n`

const charge_sql = `
  INSERT INTO shipment_charge (provider_id, shipment_id, rate_revision_id, type, value, vat, vat_type, valid_from)
  SELECT $1, i, $4, 'base', 11138, 14.53, 'standard', now() FROM generate_series($2::int, $3::int) i`

const search_sql = `
  INSERT INTO shipment_search (provider_id, shipment_id, haystack)
  SELECT $1, i, lower(${reference}) || ' po-' || i || ' ' || substr(md5(i::text), 1, 9) || ' ' || substr(md5('s' || i), 1, 8) || ' 082' || lpad((i * 7919::bigint % 10000000)::text, 7, '0') || ' main road sandton'
  FROM generate_series($2::int, $3::int) i`
