export { closeDatabase, database, findDatabaseProblem } from './database.ts';
export { moveAside } from './move-aside.ts';
export { type Database, openDatabase, openForReading } from './open-database.ts';
export { preventDatabaseClose } from './prevent-database-close.ts';
export { sqliteProblem } from './sqlite-problem.ts';
export { writeIfPossible } from './write-if-possible.ts';
