import { area, type Corner } from './outline.ts'

/** Corners shared by neighbouring areas, so that there are no gaps between them. */
const lanseria: Corner = [27.95, -25.925]
const midrand: Corner = [28.2, -25.925]
const clayville: Corner = [28.25, -25.925]
const tembisa: Corner = [28.2, -26.03]
const modderfontein: Corner = [28.13, -26.1]
const bedfordview: Corner = [28.13, -26.1634]
const northcliff: Corner = [27.95, -26.1634]
const meadowlands: Corner = [27.93, -26.205]
const dobsonville: Corner = [27.8, -26.21]
const randfontein: Corner = [27.72, -26.25]
const katlehong: Corner = [28.13, -26.434]
const hartbeesfontein: Corner = [27.98, -25.735]
const pienaarspoort: Corner = [28.48, -25.735]

const krugersdorp: Corner[] = [
  [27.68, -26.2],
  [27.68, -25.925],
]
const east_rand: Corner[] = [
  [28.32, -26.02],
  [28.5, -26.08],
  [28.52, -26.33],
  [28.3, -26.4],
]
const deep_south: Corner[] = [
  [28.05, -26.45],
  [27.8, -26.45],
  [27.76, -26.3],
]
const pretoria_north: Corner[] = [
  [28.48, -25.62],
  [28.3, -25.58],
  [28.16, -25.46],
  [27.94, -25.46],
  [27.94, -25.7],
]
const pretoria_south_east: Corner = [28.48, -25.86]

/** Greater Johannesburg from Krugersdorp to Springs and from Midrand to Lenasia. */
export const johannesburg_main = area(
  ...krugersdorp,
  lanseria,
  midrand,
  clayville,
  ...east_rand,
  katlehong,
  ...deep_south,
  randfontein,
)

/** Pretoria, Centurion and the north of Tshwane. */
export const pretoria_main = area(
  lanseria,
  midrand,
  clayville,
  pretoria_south_east,
  pienaarspoort,
  ...pretoria_north,
  hartbeesfontein,
)

/** Sandton, Randburg, Rosebank and Midrand. */
export const johannesburg_north = area(lanseria, midrand, tembisa, modderfontein, bedfordview, northcliff)

/** Roodepoort and Krugersdorp. */
export const johannesburg_west = area(
  ...krugersdorp,
  lanseria,
  northcliff,
  meadowlands,
  dobsonville,
  randfontein,
)

/** The inner city, the south and Soweto. */
export const johannesburg_south = area(
  northcliff,
  bedfordview,
  katlehong,
  ...deep_south,
  randfontein,
  dobsonville,
  meadowlands,
)

/** The East Rand with the airport. */
export const johannesburg_east = area(
  midrand,
  clayville,
  ...east_rand,
  katlehong,
  bedfordview,
  modderfontein,
  tembisa,
)

/** The north of Tshwane from Mamelodi to Soshanguve. */
export const pretoria_north_area = area(hartbeesfontein, pienaarspoort, ...pretoria_north)

/** The city, the eastern suburbs and Centurion. */
export const pretoria_south_area = area(
  lanseria,
  midrand,
  clayville,
  pretoria_south_east,
  pienaarspoort,
  hartbeesfontein,
)
