import { createContext } from 'react'

/** The theme colours by key as currently edited, saved or not. Contrast may be measured against another edited colour. */
export const ThemeColours = createContext<Readonly<Record<string, unknown>>>({})
