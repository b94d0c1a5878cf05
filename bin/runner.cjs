#!/usr/bin/env -S node --min-semi-space-size=4 --max-semi-space-size=8
/* The same program under its other name, which its messages then show: bin/entry.ts reads it from the command line. */
'use strict';
require('./turntree.cjs');
