import type { ParcelInput } from './parcel.ts'

/**
 * Example of the format of parcels in one cell: count x length x width x height x kg; groups are separated by
 * semicolons.
 */
export const parcels_example = '2x30x20x10x1.5;1x40x30x20x3'

/** Maximum number of parcels in one group of a cell. */
const max_per_group = 200

/**
 * Parses the parcels of a cell such as `2x30x20x10x1.5;1x40x30x20x3`, in cm and kg. Returns a problem text when the
 * cell cannot be parsed.
 */
export function readParcels(
  text: string,
  description = '',
): { parcels: ParcelInput[] } | { problem: string } {
  const groups = text
    .split(/[;\n]/)
    .map((group) => group.trim())
    .filter(Boolean)
  if (groups.length === 0) return { problem: `Enter the parcels, such as ${parcels_example}.` }
  const parcels: ParcelInput[] = []
  for (const group of groups) {
    const parts = group.split(/\s*[x×*]\s*/i).map((part) => part.replace(',', '.'))
    const numbers = parts.map((part) => (/^(\d+\.?\d*|\.\d+)$/.test(part) ? Number(part) : Number.NaN))
    if (numbers.length !== 5 || numbers.some(Number.isNaN))
      return {
        problem: `${group} is not valid. Write count x length x width x height x kg, such as 2x30x20x10x1.5.`,
      }
    const [count = 0, length = 0, width = 0, height = 0, weight = 0] = numbers
    if (!Number.isInteger(count) || count < 1 || count > max_per_group)
      return { problem: `${group} begins with ${parts[0]} parcels. Write a whole number from 1 to 200.` }
    if ([length, width, height, weight].some((measure) => measure <= 0))
      return { problem: `${group} has a size or weight of 0. Enter the size and weight of the parcel.` }
    for (let n = 0; n < count; n += 1)
      parcels.push({
        submitted_length_cm: length,
        submitted_width_cm: width,
        submitted_height_cm: height,
        submitted_weight_kg: weight,
        ...(description ? { parcel_description: description } : {}),
      })
  }
  return { parcels }
}
