const leap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const daysIn = (year: number, month: number): number =>
  month === 2 ? (leap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

const year = '(?<year>\\d{4}|[+-]\\d{6})';
/** The dates of ISO 8601, with and without hyphens: of a month, of a week, of a year; also shortened. */
const dates = [
  `${year}(?:-(?<month>\\d\\d)(?:-(?<day>\\d\\d))?)?`,
  '(?<year>\\d{4})(?<month>\\d\\d)(?<day>\\d\\d)',
  `${year}-W(?<week>\\d\\d)(?:-(?<weekday>\\d))?`,
  '(?<year>\\d{4})W(?<week>\\d\\d)(?<weekday>\\d)?',
  `${year}-(?<ordinal>\\d{3})`,
  '(?<year>\\d{4})(?<ordinal>\\d{3})',
].map((pattern) => new RegExp(`^${pattern}$`));
/** The times of a day, with and without colons, with a fraction of the last part and with a zone or without. */
const times = ['(?::(?<minute>\\d\\d)(?::(?<second>\\d\\d))?)?', '(?:(?<minute>\\d\\d)(?<second>\\d\\d)?)?'].map(
  (pattern) =>
    new RegExp(
      `^(?<hour>\\d\\d)${pattern}(?<fraction>[.,]\\d+)?(?:z|[+-](?<zoneHour>\\d\\d)(?::?(?<zoneMinute>\\d\\d))?)?$`,
      'i',
    ),
);

type Parts = Readonly<Record<string, string | undefined>>;

function match(patterns: readonly RegExp[], text: string): Parts | undefined {
  for (const pattern of patterns) {
    const groups = pattern.exec(text)?.groups;
    if (groups) return groups;
  }
  return undefined;
}

const within = (part: string | undefined, least: number, most: number): boolean =>
  part === undefined || (Number(part) >= least && Number(part) <= most);

function isDate(text: string): boolean {
  const parts = match(dates, text);
  if (!parts) return false;
  const { month, day, week, weekday, ordinal } = parts;
  const inYear = Number(parts.year);
  return (
    within(month, 1, 12) &&
    within(day, 1, daysIn(inYear, Number(month))) &&
    within(week, 1, 53) &&
    within(weekday, 1, 7) &&
    within(ordinal, 1, leap(inYear) ? 366 : 365)
  );
}

function isTime(text: string): boolean {
  const parts = match(times, text);
  if (!parts) return false;
  const { hour, minute, second, fraction, zoneHour, zoneMinute } = parts;
  const midnight = hour !== '24' || !/[1-9]/.test(`${minute ?? ''}${second ?? ''}${fraction ?? ''}`);
  // The 60 is that of a leap second.
  return (
    midnight &&
    within(hour, 0, 24) &&
    within(minute, 0, 59) &&
    within(second, 0, 60) &&
    within(zoneHour, 0, 23) &&
    within(zoneMinute, 0, 59)
  );
}

/** The longest text that is looked at: no moment takes more characters, even with a long fraction. */
const longest = 100;

/**
 * Whether a text is a moment by ISO 8601, which knows more forms than RFC 3339: dates alone, of weeks and of days of the year, times
 * without a zone, shortened ones, offsets without a colon. A number of seconds, or a day with its name, is none.
 */
export function isIso8601(text: string): boolean {
  if (text.length > longest) return false;
  const at = text.search(/t/i);
  return at < 0 ? isDate(text) : isDate(text.slice(0, at)) && isTime(text.slice(at + 1));
}
