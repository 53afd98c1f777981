import { area, type Corner } from './outline.ts'

/** Corners shared by neighbouring areas, so that there are no gaps between them. */
const inanda_dam: Corner = [30.9, -29.588]
const la_lucia: Corner = [31.1387, -29.76]
const newlands: Corner = [30.92, -29.76]
const westville: Corner = [30.95, -29.83]
const malvern: Corner = [30.9312, -29.8853]
const shallcross: Corner = [30.88, -29.882]
const shongweni: Corner = [30.73, -29.889]
const umlazi: Corner = [30.925, -29.94]
const bluff: Corner = [31.0573, -29.95]

const north_coast: Corner[] = [
  [31.02, -29.5],
  [31.26, -29.5],
]
const beachfront: Corner[] = [
  [31.12, -29.8],
  [31.09, -29.9],
]
const south_coast: Corner[] = [
  [30.92, -30.16],
  [30.78, -30.16],
  [30.8, -29.98],
]
const outer_west: Corner[] = [
  [30.7, -29.85],
  [30.72, -29.72],
]

/** Durban from Ballito to Illovo Beach and up to Hillcrest. */
export const durban_main = area(
  inanda_dam,
  ...north_coast,
  la_lucia,
  ...beachfront,
  bluff,
  ...south_coast,
  shongweni,
  ...outer_west,
)

/** Umhlanga, Phoenix and the north coast. */
export const durban_north = area(inanda_dam, ...north_coast, la_lucia, newlands)

/** The city, the Berea, Durban North and the Bluff. */
export const durban_central = area(newlands, la_lucia, ...beachfront, bluff, umlazi, malvern, westville)

/** Westville, Pinetown and Hillcrest. */
export const durban_west = area(
  ...outer_west,
  inanda_dam,
  newlands,
  westville,
  malvern,
  shallcross,
  shongweni,
)

/** Chatsworth, Umlazi and Amanzimtoti. */
export const durban_south = area(shongweni, shallcross, malvern, umlazi, bluff, ...south_coast)
