"""The calendar of the libraries, which have years before 1 and beyond 9999 where Python's has none."""

_DAYS_OF_ERA = 146097
"""Those of 400 years, after which the calendar repeats."""
_DAYS_BEFORE_1970 = 719468
"""From the first of March of the year 0."""


def civil(seconds: int) -> tuple[int, int, int, int, int, int]:
    """Year, month, day, hour, minute and second, in UTC and in the Gregorian calendar of all times.

    A year is taken to begin in March, so that a leap day is its last.
    """
    days, second = divmod(seconds, 86400)
    era, day_of_era = divmod(days + _DAYS_BEFORE_1970, _DAYS_OF_ERA)
    year_of_era = (day_of_era - day_of_era // 1460 + day_of_era // 36524 - day_of_era // 146096) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    month_of_year = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * month_of_year + 2) // 5 + 1
    month = month_of_year + 3 if month_of_year < 10 else month_of_year - 9
    year = era * 400 + year_of_era + (month <= 2)
    return year, month, day, second // 3600, second // 60 % 60, second % 60
