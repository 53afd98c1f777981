import { readShipmentFile, shipmentRows } from '@waybill/domain/imports/shipment-file'

/** Parses a shipments file. Returns the headings and the rows by the matched columns, or a problem. Runs in a thread. */
export function readFile(
  content: string,
  columns: Parameters<typeof shipmentRows>[1],
  values: Parameters<typeof shipmentRows>[2],
) {
  const file = readShipmentFile(content)
  if ('problem' in file) return file
  return { headings: file.headings, rows: shipmentRows(file, columns, values) }
}
