import { readShipmentFile, shipmentRows } from '@waybill/domain/imports/shipment-file'

/** The headings of a file of shipments and its rows by the matched columns, or what is wrong with it; runs in a thread. */
export function readFile(
  content: string,
  columns: Parameters<typeof shipmentRows>[1],
  values: Parameters<typeof shipmentRows>[2],
) {
  const file = readShipmentFile(content)
  if ('problem' in file) return file
  return { headings: file.headings, rows: shipmentRows(file, columns, values) }
}
