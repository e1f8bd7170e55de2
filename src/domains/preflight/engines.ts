/** The names under which an engine's crawler is addressed, in lower case; the first is the one that it goes by now. */
export type Names = readonly [string, ...string[]]

/**
 * The engines that are told of links: Google by way of the crawl suppliers, Bing by IndexNow. Bing's crawler obeys what
 * was written for its predecessor: "bingbot … will still honor robots.txt directives written for msnbot"
 * (blogs.bing.com/webmaster, 28 June 2010, "Bing crawler: bingbot on the horizon").
 */
export const CRAWLERS = { google: ['googlebot'], bing: ['bingbot', 'msnbot'] } as const satisfies Record<string, Names>

/** One thing for each engine. */
export type ForEach<T> = Record<keyof typeof CRAWLERS, T>
