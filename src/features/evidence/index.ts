export { accessToken } from './accounts.ts'
export { redirectOf } from './client.ts'
export { lastShown, type Shown } from './impressions/shown.ts'
export { propertiesOf, propertyOf, type UsableProperty, type Use } from './properties.ts'
