/** Names of an engine's crawler, in lower case; the first is the current one. */
export type Names = readonly [string, ...string[]]

/**
 * The engines that get the links: Google through the crawl suppliers, Bing through IndexNow. Bing's crawler obeys the
 * rules for its predecessor: "bingbot … will still honor robots.txt directives written for msnbot"
 * (blogs.bing.com/webmaster, 28 June 2010, "Bing crawler: bingbot on the horizon").
 */
export const CRAWLERS = { google: ['googlebot'], bing: ['bingbot', 'msnbot'] } as const satisfies Record<string, Names>

export type ForEach<T> = Record<keyof typeof CRAWLERS, T>
