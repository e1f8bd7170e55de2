export { accessToken } from './accounts.ts'
export { redirectOf } from './client.ts'
export { propertiesOf, propertyOf, type UsableProperty, type Use } from './properties.ts'
