import { area, type Corner } from './outline.ts'

/** Corners shared by neighbouring areas, so that there are no gaps between them. */
const table_bay: Corner = [18.312, -33.902]
const mouille_point: Corner = [18.4, -33.885]
const brooklyn: Corner = [18.49, -33.9]
const thornton: Corner = [18.5263, -33.915]
const langa: Corner = [18.5263, -33.94]
const lansdowne: Corner = [18.5263, -33.99]
const hout_bay: Corner = [18.293, -33.99]
const zeekoevlei: Corner = [18.535, -34.05]
const false_bay: Corner = [18.54, -34.18]
const strandfontein: Corner = [18.6, -34.12]
const macassar: Corner = [18.72, -34.155]
const blackheath: Corner = [18.71, -33.945]
const bottelary: Corner = [18.76, -33.94]
const joostenberg: Corner = [18.8, -33.8]

const west_coast: Corner[] = [
  [18.36, -33.68],
  [18.56, -33.68],
]
const peninsula: Corner[] = [
  [18.5, -34.22],
  [18.48, -34.38],
  [18.36, -34.34],
  [18.28, -34.05],
]
const hottentots_holland: Corner[] = [
  [18.93, -33.95],
  [18.96, -34.14],
  [18.84, -34.19],
]

/** Cape Town from Melkbosstrand to Cape Point and Gordon's Bay, with Stellenbosch. */
export const cape_town_main = area(
  table_bay,
  ...west_coast,
  joostenberg,
  ...hottentots_holland,
  macassar,
  strandfontein,
  false_bay,
  ...peninsula,
  hout_bay,
)

/** City bowl, Atlantic seaboard and the suburbs as far as Claremont. */
export const cape_town_city = area(table_bay, mouille_point, brooklyn, thornton, langa, lansdowne, hout_bay)

/** Wynberg, Constantia and the peninsula. */
export const cape_town_south = area(hout_bay, lansdowne, zeekoevlei, false_bay, ...peninsula)

/** The Cape Flats with the airport, Khayelitsha and Mitchells Plain. */
export const cape_town_flats = area(
  langa,
  blackheath,
  macassar,
  strandfontein,
  false_bay,
  zeekoevlei,
  lansdowne,
)

/** Milnerton, Bellville and Durbanville. */
export const cape_town_north = area(
  table_bay,
  ...west_coast,
  joostenberg,
  bottelary,
  blackheath,
  langa,
  thornton,
  brooklyn,
  mouille_point,
)

/** Stellenbosch, Somerset West and Strand. */
export const cape_town_helderberg = area(joostenberg, ...hottentots_holland, macassar, blackheath, bottelary)
