-- DropTable
PRAGMA foreign_keys=off;
DROP TABLE "FixturePart";
PRAGMA foreign_keys=on;

-- DropTable
PRAGMA foreign_keys=off;
DROP TABLE "FixtureUpload";
PRAGMA foreign_keys=on;
