export { database } from './database.ts';
export { type Database, openDatabase } from './open-database.ts';
