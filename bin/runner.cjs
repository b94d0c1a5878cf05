#!/usr/bin/env -S node --min-semi-space-size=4 --max-semi-space-size=8
/*
 * Starts the same program under its other name, `runner`. Its messages show the name by which it was called:
 * bin/entry.ts reads that from the command line.
 */
'use strict';
require('./turntree.cjs');
