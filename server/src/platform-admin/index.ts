export { furnishProvider } from './furnish-provider.ts'
